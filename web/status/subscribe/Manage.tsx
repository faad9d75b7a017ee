import { createSignal, type JSX, Show } from "solid-js";
import type { Preferences } from "../../../src/schema/sign_up.ts";
import { ask } from "./ask.ts";
import { Choices } from "./Choices.tsx";
import { createSubscribeForm, NO_REFUSAL } from "./form_state.ts";
import { Problem } from "./Problem.tsx";
import { Ended, Paused } from "./Standstill.tsx";
import { type HeaderRow, readChoices, readWebhook } from "./sign_up_body.ts";
import { Unsubscribe } from "./Unsubscribe.tsx";
import { WebhookFields } from "./WebhookFields.tsx";
import { useSubscribing } from "./words.ts";

export function Manage(props: { token: string; preferences: Preferences }): JSX.Element {
  const { options, t } = useSubscribing();
  const [known, setKnown] = createSignal(props.preferences);
  const form = createSubscribeForm(rowsOf(props.preferences));
  const isOver = () => known().status === "unsubscribed";
  const [isSaved, setSaved] = createSignal(false);

  async function save(event: SubmitEvent & { currentTarget: HTMLFormElement }): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setSaved(false);
    if (form.check(data)) await send(changeOf(data));
  }

  function changeOf(data: FormData): object {
    const { events, ...scope } = readChoices(data);
    // Keeps chosen events that are switched off for now.
    const others = known().events.filter((type) => !options.events.includes(type));
    return {
      events: [...events, ...others],
      ...(options.components.length > 0 && scope),
      ...(known().type === "webhook" && readWebhook(data, form.rows())),
    };
  }

  async function send(change: object): Promise<void> {
    if (form.isBusy()) return;
    form.setBusy(true);
    const body = { token: props.token, ...change };
    const response = await ask<Preferences>({ path: "/preferences", method: "PUT", body }, t);
    form.setBusy(false);
    if (response.refusal) return void form.setRefusal(response.refusal);
    form.setRefusal(NO_REFUSAL);
    setKnown(response.value);
    form.setRows(rowsOf(response.value));
    setSaved(true);
  }

  const resume = () => send({ events: known().events, resubscribe: true });
  return (
    <>
      <p class="destination">{known().destination}</p>
      <Show when={known().status === "disabled"}>
        <Paused lastError={known().lastError} onResume={resume} />
      </Show>
      <Show when={!isOver()} fallback={<Ended problem={form.refusal().sentence} onResume={resume} />}>
        <form
          class="subscribe-form"
          aria-busy={form.isBusy()}
          onInput={({ target }) => form.forget((target as HTMLInputElement).name)}
          onSubmit={save}
        >
          <Choices problems={form.refusal().fields} chosen={known()} />
          <Show when={known().type === "webhook"}>
            <WebhookFields
              problems={form.refusal().fields}
              method={known().webhookMethod}
              notifyOnFailure={known().notifyOnFailure}
              rows={form.rows()}
              setRows={form.changeRows}
              stored={Object.keys(known().webhookHeaders)}
            />
          </Show>
          <Problem text={form.refusal().sentence} />
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
