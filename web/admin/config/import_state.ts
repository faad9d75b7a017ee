import { createSignal } from "solid-js";
import type { ImportAnswer } from "../../../src/schema/document.ts";
import { type ApiError, toApiError } from "../../lib/api.ts";
import { showToast } from "../../ui/toast.ts";
import { applyConfiguration, validateConfiguration } from "../api/config.ts";
import { text } from "../text/config.ts";
import { readDocuments } from "./import_file.ts";
import { hasChanges } from "./import_summary.ts";

export function createImport() {
  const [documents, setDocuments] = createSignal("");
  const [answer, setAnswer] = createSignal<ImportAnswer>();
  const [fault, setFault] = createSignal<ApiError>();
  const [fileFault, setFileFault] = createSignal<string>();
  const [isBusy, setIsBusy] = createSignal(false);

  function take(next: string): void {
    setDocuments(next);
    setAnswer(undefined);
    setFault(undefined);
    setFileFault(undefined);
  }

  async function takeFile(file: File | undefined): Promise<void> {
    if (!file) return;
    const { documents: found, fault } = await readDocuments(file);
    if (fault === undefined) take(found);
    else setFileFault(fault);
  }

  async function validate(): Promise<void> {
    if (documents().trim() === "") return void setFileFault(text.in.nothing);
    setIsBusy(true);
    const sent = documents();
    try {
      const found = await validateConfiguration(sent);
      if (sent === documents()) {
        setAnswer(found);
        setFault(undefined);
      }
    } catch (thrown) {
      setAnswer(undefined);
      setFault(toApiError(thrown));
    }
    setIsBusy(false);
  }

  async function apply(): Promise<void> {
    try {
      const done = await applyConfiguration(documents());
      setAnswer(done);
      setFault(undefined);
      showToast(text.result.done(done.summary));
    } catch (thrown) {
      setAnswer(undefined);
      setFault(toApiError(thrown));
    }
  }

  const isPending = () => {
    const found = answer();
    return documents().trim() !== "" && (!found || hasChanges(found));
  };

  return { documents, answer, fault, fileFault, isBusy, isPending, take, takeFile, validate, apply };
}
