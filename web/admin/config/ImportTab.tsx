import { createSignal, For, Show } from "solid-js";
import type { ImportAnswer } from "../../../src/schema/document.ts";
import { type ApiError, toApiError } from "../../lib/api.ts";
import { Button } from "../../ui/Button.tsx";
import { CodeInput } from "../../ui/CodeInput.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { LeaveGuard } from "../../ui/LeaveGuard.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { showToast } from "../../ui/toast.ts";
import { applyConfiguration, validateConfiguration } from "../api/config.ts";
import { text } from "../text/config.ts";
import { ChangesCard } from "./ChangesCard.tsx";

const MOST_BYTES = 2 * 1024 * 1024;

export function ImportTab() {
  const [documents, setDocuments] = createSignal("");
  const [answer, setAnswer] = createSignal<ImportAnswer>();
  const [fault, setFault] = createSignal<ApiError>();
  const [fileFault, setFileFault] = createSignal<string>();
  const [isBusy, setIsBusy] = createSignal(false);
  const [isAsked, setIsAsked] = createSignal(false);
  const [isOver, setIsOver] = createSignal(false);
  let input!: HTMLInputElement;

  /** What was found holds for the text it was found in. */
  function take(next: string): void {
    setDocuments(next);
    setAnswer(undefined);
    setFault(undefined);
    setFileFault(undefined);
  }

  async function takeFile(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > MOST_BYTES) return void setFileFault(text.in.tooLarge);
    try {
      take(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()));
    } catch {
      setFileFault(text.in.unreadable);
    }
    input.value = "";
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

  const ends = ({ create, update }: ImportAnswer["summary"]) => [
    ...(create > 0 ? [text.confirm.creates(create)] : []),
    ...(update > 0 ? [text.confirm.updates(update)] : []),
  ];
  const hasChanges = ({ summary, dryRun }: ImportAnswer) => dryRun && summary.create + summary.update > 0;
  /** Documents that were found to change nothing, or that are applied, can be left. */
  const isPending = () => {
    const found = answer();
    return documents().trim() !== "" && (!found || hasChanges(found));
  };

  return (
    <div class="stack">
      <LeaveGuard isDirty={isPending} />
      <p class="soft">{text.in.lead}</p>
      {/* The field in it takes what is pasted, and the button beside it files: dropping is a third way. */}
      <section
        class="configuration__drop"
        classList={{ "configuration__drop--over": isOver() }}
        aria-label={text.in.documents}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          void takeFile(event.dataTransfer?.files[0]);
        }}
      >
        <Field label={text.in.documents} hint={text.in.hint} error={fileFault()}>
          <CodeInput rows={18} value={documents()} placeholder={text.in.placeholder} onInput={take} />
        </Field>
      </section>
      <div class="form__actions">
        <Button variant="primary" isBusy={isBusy()} onClick={() => void validate()}>
          {text.in.validate}
        </Button>
        <input
          ref={input}
          class="visually-hidden"
          type="file"
          tabindex={-1}
          accept=".yaml,.yml,application/yaml,text/plain"
          aria-label={text.in.choose}
          onChange={(event) => void takeFile(event.currentTarget.files?.[0])}
        />
        <Button icon="file" onClick={() => input.click()}>
          {text.in.choose}
        </Button>
      </div>
      <div class="stack" role="status">
        <Show when={fault()}>{(error) => <Problems error={error()} />}</Show>
        <Show when={answer()}>
          {(found) => (
            <>
              <ChangesCard answer={found()} />
              <Show when={hasChanges(found())}>
                <div>
                  <Button variant="primary" onClick={() => setIsAsked(true)}>
                    {text.in.apply}
                  </Button>
                </div>
              </Show>
            </>
          )}
        </Show>
      </div>
      <Show when={isAsked() && answer()}>
        {(found) => (
          <ConfirmDialog
            title={text.confirm.title}
            lead={text.confirm.lead}
            ends={ends(found().summary)}
            confirm={text.in.apply}
            onClose={() => setIsAsked(false)}
            onConfirm={apply}
          />
        )}
      </Show>
    </div>
  );
}

function Problems(props: { error: ApiError }) {
  return (
    <Notice tone="bad">
      <Show when={props.error.problems.length > 0} fallback={<p>{props.error.message}</p>}>
        <strong>{text.problems(props.error.problems.length)}</strong>
        <ul class="problems plain">
          <For each={props.error.problems}>
            {(problem) => (
              <li>
                <code>{problem.path}</code>
                <span>{problem.message}</span>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </Notice>
  );
}
