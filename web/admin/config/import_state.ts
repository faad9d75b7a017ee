import { createSignal } from "solid-js";
import type { ImportResponse } from "../../../src/schema/document.ts";
import { type ApiError, toApiError } from "../../lib/api.ts";
import { showToast } from "../../ui/toast.ts";
import { applyConfiguration, validateConfiguration } from "../api/config.ts";
import { text } from "../text/config.ts";
import { readDocuments } from "./import_file.ts";
import { hasChanges } from "./import_summary.ts";

export function createImport() {
  const [documents, setDocuments] = createSignal("");
  const [response, setResponse] = createSignal<ImportResponse>();
  const [fault, setFault] = createSignal<ApiError>();
  const [fileFault, setFileFault] = createSignal<string>();
  const [isBusy, setIsBusy] = createSignal(false);

  function take(next: string): void {
    setDocuments(next);
    setResponse(undefined);
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
        setResponse(found);
        setFault(undefined);
      }
    } catch (thrown) {
      setResponse(undefined);
      setFault(toApiError(thrown));
    }
    setIsBusy(false);
  }

  async function apply(): Promise<void> {
    try {
      const done = await applyConfiguration(documents());
      setResponse(done);
      setFault(undefined);
      showToast(text.result.done(done.summary));
    } catch (thrown) {
      setResponse(undefined);
      setFault(toApiError(thrown));
    }
  }

  const isPending = () => {
    const found = response();
    return documents().trim() !== "" && (!found || hasChanges(found));
  };

  return { documents, response, fault, fileFault, isBusy, isPending, take, takeFile, validate, apply };
}
