import { createSignal, type JSX, Show } from "solid-js";
import type { Preferences } from "../../../src/schema/sign_up.ts";
import { ask, type Refusal, withoutField } from "./ask.ts";
import { Choices } from "./Choices.tsx";
import { Problem } from "./Problem.tsx";
import { Ended, Paused } from "./Standstill.tsx";
import { findProblems, type HeaderRow, readChoices, readWebhook } from "./sign_up_body.ts";
import { Unsubscribe } from "./Unsubscribe.tsx";
import { WebhookFields } from "./WebhookFields.tsx";
import { useSubscribing } from "./words.ts";

const NOTHING: Refusal = { sentence: null, fields: {} };

export function Manage(props: { token: string; preferences: Preferences }): JSX.Element {
  const { options, t } = useSubscribing();
  const [known, setKnown] = createSignal(props.preferences);
  const [rows, setRows] = createSignal<HeaderRow[]>(rowsOf(props.preferences));
  const [refusal, setRefusal] = createSignal(NOTHING);
  const [isSaved, setSaved] = createSignal(false);
  const [isBusy, setBusy] = createSignal(false);
  const isOver = () => known().status === "unsubscribed";
  const isPaused = () => known().status === "disabled";
  const forget = (input: string) => setRefusal((before) => withoutField(before, input));
  const changeRows = (changed: HeaderRow[]) => {
    setRows(changed);
    forget("webhookHeaders");
  };

  async function save(event: SubmitEvent & { currentTarget: HTMLFormElement }): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const problems = findProblems(data, t);
    setRefusal({ sentence: null, fields: problems });
    setSaved(false);
    if (Object.keys(problems).length === 0) await send(changeOf(data));
  }

  function changeOf(data: FormData): object {
    const { events, ...scope } = readChoices(data);
    // Keeps chosen events that are switched off for now.
    const others = known().events.filter((type) => !options.events.includes(type));
    return {
      events: [...events, ...others],
      ...(options.components.length > 0 && scope),
      ...(known().type === "webhook" && readWebhook(data, rows())),
    };
  }

  async function send(change: object): Promise<void> {
    if (isBusy()) return;
    setBusy(true);
    const body = { token: props.token, ...change };
    const answer = await ask<Preferences>({ path: "/preferences", method: "PUT", body }, t);
    setBusy(false);
    if (answer.refusal) return void setRefusal(answer.refusal);
    setRefusal(NOTHING);
    setKnown(answer.value);
    setRows(rowsOf(answer.value));
    setSaved(true);
  }

  const resume = () => send({ events: known().events, resubscribe: true });
  return (
    <>
      <p class="destination">{known().destination}</p>
      <Show when={isPaused()}>
        <Paused lastError={known().lastError} onResume={resume} />
      </Show>
      <Show when={!isOver()} fallback={<Ended problem={refusal().sentence} onResume={resume} />}>
        <form
          class="subscribe-form"
          aria-busy={isBusy()}
          onInput={({ target }) => forget((target as HTMLInputElement).name)}
          onSubmit={save}
        >
          <Choices problems={refusal().fields} chosen={known()} />
          <Show when={known().type === "webhook"}>
            <WebhookFields
              problems={refusal().fields}
              method={known().webhookMethod}
              notifyOnFailure={known().notifyOnFailure}
              rows={rows()}
              setRows={changeRows}
              stored={Object.keys(known().webhookHeaders)}
            />
          </Show>
          <Problem text={refusal().sentence} />
          <div class="actions">
            <button type="submit" class="button strong">
              {t("subscribe.save")}
            </button>
            <span role="status">{isSaved() ? t("subscribe.saved") : ""}</span>
          </div>
        </form>
        <Unsubscribe
          token={props.token}
          onDone={() => setKnown((before) => ({ ...before, status: "unsubscribed" }))}
        />
      </Show>
    </>
  );
}

function rowsOf({ webhookHeaders }: Preferences): HeaderRow[] {
  return Object.keys(webhookHeaders).map((name) => ({ name, value: "" }));
}
