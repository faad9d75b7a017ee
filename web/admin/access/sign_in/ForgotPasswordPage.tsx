import { createSignal, Show } from "solid-js";
import { createForm } from "../../../lib/form.ts";
import { Button } from "../../../ui/Button.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { requestPassword } from "../../api/sign_in.ts";
import { LOGIN_PATH } from "../../route/redirect.ts";
import { text } from "../../text/access.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { EmailField } from "./access_fields.tsx";

/** Shows the same for every address, to not reveal which accounts exist. */
export default function ForgotPasswordPage() {
  const [asked, setAsked] = createSignal<string>();
  const form = createForm(
    { email: "" },
    async ({ email }) => {
      await requestPassword({ email });
      setAsked(email);
    },
    { isPassing: true },
  );

  return (
    <AuthFrame title={text.forgot.title} {...(asked() === undefined && { lead: text.forgot.lead })}>
      <Show
        when={asked()}
        fallback={
          <FormView form={form} isMain label={text.forgot.title}>
            <EmailField value={form.values.email} error={form.problem("email")} onInput={form.set("email")} />
            <Button type="submit" variant="primary" isWide isBusy={form.isBusy()}>
              {text.forgot.submit}
            </Button>
          </FormView>
        }
      >
        {(email) => (
          <Notice tone="info">
            <p class="break">{text.forgot.done(email())}</p>
            <p>{text.forgot.nothing}</p>
          </Notice>
        )}
      </Show>
      <p class="access__foot">
        <a class="small" href={LOGIN_PATH}>
          {text.forgot.back}
        </a>
      </p>
    </AuthFrame>
  );
}
