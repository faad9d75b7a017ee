import { type JSX, Show } from "solid-js";
import type { SubscriberType } from "../../../src/schema/subscriber.ts";
import { ask } from "./ask.ts";
import { Choices } from "./Choices.tsx";
import { createSubscribeForm } from "./form_state.ts";
import { Problem } from "./Problem.tsx";
import { readSignUp } from "./sign_up_body.ts";
import { WebhookFields } from "./WebhookFields.tsx";
import { useSubscribing } from "./words.ts";

/** Without JavaScript the form posts itself and gets a page as response. */
export function SignUpForm(props: { type: SubscriberType; onSent?: (email: string) => void }): JSX.Element {
  const { t } = useSubscribing();
  const { rows, changeRows, refusal, setRefusal, forget, check, isBusy, setBusy } = createSubscribeForm();
  const fields = () => refusal().fields;

  async function submit(event: SubmitEvent & { currentTarget: HTMLFormElement }): Promise<void> {
    event.preventDefault();
    if (isBusy()) return;
    const data = new FormData(event.currentTarget);
    if (!check(data)) return;
    setBusy(true);
    const body = readSignUp(props.type, data, rows());
    const response = await ask({ path: "", method: "POST", body }, t);
    setBusy(false);
    if (response.refusal) setRefusal(response.refusal);
    else props.onSent?.(String(data.get("email")).trim());
  }

  return (
    <form
      ref={(form) => {
        form.noValidate = true;
      }}
      class="subscribe-form"
      method="post"
      action="/api/v1/public/subscriptions"
      aria-busy={isBusy()}
      onInput={({ target }) => forget((target as HTMLInputElement).name)}
      onSubmit={submit}
    >
      <input type="hidden" name="type" value={props.type} />
      <Show when={props.type === "webhook"}>
        <label>
          <span>{t("subscribe.webhookUrl")}</span>
          <input
            name="webhookUrl"
            type="url"
            required
            autocomplete="off"
            aria-invalid={fields().webhookUrl !== undefined}
            aria-describedby="webhook-url-problem"
          />
        </label>
        <Problem id="webhook-url-problem" text={fields().webhookUrl} />
      </Show>
      <label>
        <span>{t(props.type === "webhook" ? "subscribe.contactEmail" : "subscribe.emailAddress")}</span>
        <input
          name="email"
          type="email"
          required
          autocomplete="email"
          aria-invalid={fields().email !== undefined}
          aria-describedby="email-problem email-hint"
        />
      </label>
      <Problem id="email-problem" text={fields().email} />
      <p class="hint" id="email-hint">
        {t("subscribe.emailHint")}
      </p>
      <Choices problems={fields()} />
      <Show when={props.type === "webhook"}>
        <WebhookFields problems={fields()} rows={rows()} setRows={changeRows} />
      </Show>
      <div class="trap" aria-hidden="true">
        <label>
          Website
          <input name="website" tabindex="-1" autocomplete="off" />
        </label>
      </div>
      <Problem text={refusal().sentence} />
      <button type="submit" class="button strong">
        {t("subscribe.submit")}
      </button>
    </form>
  );
}
