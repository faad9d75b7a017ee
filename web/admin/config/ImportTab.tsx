import { createSignal, Show } from "solid-js";
import type { ImportAnswer } from "../../../src/schema/document.ts";
import { type ApiError, toApiError } from "../../lib/api.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { LeaveGuard } from "../../ui/LeaveGuard.tsx";
import { showToast } from "../../ui/toast.ts";
import { applyConfiguration, validateConfiguration } from "../api/config.ts";
import { text } from "../text/config.ts";
import { DropField } from "./DropField.tsx";
import { FileButton } from "./FileButton.tsx";
import { ImportProblems } from "./ImportProblems.tsx";
import { ImportResult } from "./ImportResult.tsx";
import { readDocuments } from "./import_file.ts";
import { endsOf, hasChanges } from "./import_summary.ts";

export function ImportTab() {
  const [documents, setDocuments] = createSignal("");
  const [answer, setAnswer] = createSignal<ImportAnswer>();
  const [fault, setFault] = createSignal<ApiError>();
  const [fileFault, setFileFault] = createSignal<string>();
  const [isBusy, setIsBusy] = createSignal(false);
  const [isAsked, setIsAsked] = createSignal(false);

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
    setIsAsked(false);
  }

  const isPending = () => {
    const found = answer();
    return documents().trim() !== "" && (!found || hasChanges(found));
  };

  return (
    <div class="stack">
      <LeaveGuard isDirty={isPending} />
      <p class="soft">{text.in.lead}</p>
      <DropField
        documents={documents()}
        error={fileFault()}
        onInput={take}
        onFile={(file) => void takeFile(file)}
      />
      <div class="form__actions">
        <Button variant="primary" isBusy={isBusy()} onClick={() => void validate()}>
          {text.in.validate}
        </Button>
        <FileButton onFile={(file) => void takeFile(file)} />
      </div>
      <div class="stack" role="status">
        <Show when={fault()}>{(error) => <ImportProblems error={error()} />}</Show>
        <Show when={answer()}>
          {(found) => (
            <ImportResult
              answer={found()}
              documents={documents()}
              hasChanges={hasChanges(found())}
              onApply={() => setIsAsked(true)}
            />
          )}
        </Show>
      </div>
      <Show when={isAsked() && answer()}>
        {(found) => (
          <ConfirmDialog
            title={text.confirm.title}
            lead={text.confirm.lead}
            ends={endsOf(found().summary)}
            confirm={text.in.apply}
            isHarmless={found().summary.update === 0}
            onClose={() => setIsAsked(false)}
            onConfirm={apply}
          />
        )}
      </Show>
    </div>
  );
}
