import { createSignal, Show } from "solid-js";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { LeaveGuard } from "../../ui/LeaveGuard.tsx";
import { text } from "../text/config.ts";
import { DropField } from "./DropField.tsx";
import { FileButton } from "./FileButton.tsx";
import { ImportProblems } from "./ImportProblems.tsx";
import { ImportResult } from "./ImportResult.tsx";
import { createImport } from "./import_state.ts";
import { endsOf, hasChanges } from "./import_summary.ts";

export function ImportTab() {
  const { documents, response, fault, fileFault, isBusy, isPending, take, takeFile, validate, apply } =
    createImport();
  const [isAsked, setIsAsked] = createSignal(false);
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
        <Show when={response()}>
          {(found) => (
            <ImportResult
              response={found()}
              documents={documents()}
              hasChanges={hasChanges(found())}
              onApply={() => setIsAsked(true)}
            />
          )}
        </Show>
      </div>
      <Show when={isAsked() && response()}>
        {(found) => (
          <ConfirmDialog
            title={text.confirm.title}
            lead={text.confirm.lead}
            ends={endsOf(found().summary)}
            confirm={text.in.apply}
            isHarmless={found().summary.update === 0}
            onClose={() => setIsAsked(false)}
            onConfirm={async () => {
              await apply();
              setIsAsked(false);
            }}
          />
        )}
      </Show>
    </div>
  );
}
