import { createSignal, Match, Show, Switch } from "solid-js";
import type { PasswordLink } from "../../../../src/schema/session.ts";
import { createForm } from "../../../lib/form.ts";
import { createLoad } from "../../../lib/load.ts";
import { place } from "../../../lib/router.ts";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { getPasswordLink, setPasswordByLink } from "../../api/sign_in.ts";
import { FORGOT_PATH, LOGIN_PATH } from "../../route/redirect.ts";
import { text } from "../../text/access.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { NewPasswordField } from "./access_fields.tsx";

/** The token is in the fragment, which reaches no server. */
export default function SetPasswordPage() {
  const token = new URLSearchParams(place().hash.slice(1)).get("token") ?? "";
  const link = createLoad((signal) => getPasswordLink({ token }, signal));
  const [isDone, setIsDone] = createSignal(false);

  return (
    <Switch
      fallback={
        <AuthFrame title={text.link.reset}>
          <Skeleton lines={4} />
        </AuthFrame>
      }
    >
      <Match when={isDone()}>
        <AuthFrame title={text.link.done} lead={text.link.doneLead}>
          <ButtonLink variant="primary" isWide href={LOGIN_PATH}>
            {text.link.signIn}
          </ButtonLink>
        </AuthFrame>
      </Match>
      <Match when={link.error()}>
        {(error) => (
          <AuthFrame title={text.link.dead}>
            <Notice tone="bad">
              <p>{error().message}</p>
            </Notice>
            <Show when={error().status === 404}>
              <ButtonLink isWide href={FORGOT_PATH}>
                {text.link.ask}
              </ButtonLink>
            </Show>
          </AuthFrame>
        )}
      </Match>
      <Match when={link.data()}>
        {(found) => <LinkForm token={token} link={found()} onDone={() => setIsDone(true)} />}
      </Match>
    </Switch>
  );
}

function LinkForm(props: { token: string; link: PasswordLink; onDone: () => void }) {
  const form = createForm(
    { newPassword: "" },
    async ({ newPassword }) => {
      await setPasswordByLink({ token: props.token, newPassword });
      props.onDone();
    },
    { isPassing: true },
  );
  return (
    <AuthFrame title={text.link[props.link.kind]} lead={text.link.lead}>
      <FormView form={form} isMain label={text.link[props.link.kind]}>
        <Field label={text.email}>
          <TextInput
            type="email"
            autocomplete="username"
            readOnly
            value={props.link.email}
            onInput={() => undefined}
          />
        </Field>
        <NewPasswordField
          label={text.link.next}
          hint={text.link.nextHint}
          value={form.values.newPassword}
          error={form.problem("newPassword")}
          onInput={form.set("newPassword")}
        />
        <Button type="submit" variant="primary" isWide isBusy={form.isBusy()}>
          {text.link.submit}
        </Button>
      </FormView>
    </AuthFrame>
  );
}
