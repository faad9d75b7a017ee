import { createEffect, For, Show } from "solid-js";
import { createForm } from "../../../lib/form.ts";
import { createLoad } from "../../../lib/load.ts";
import { beginSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/Button.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { completeSetUp, getSetUpStatus } from "../../api/set_up.ts";
import { text } from "../../text/access.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { EmailField, NewPasswordField } from "./access_fields.tsx";

export default function SetUpPage(props: { onLeave: () => void }) {
  const status = createLoad((signal) => getSetUpStatus(signal));
  createEffect(() => {
    if (status.data()?.required === false) props.onLeave();
  });

  return (
    <AuthFrame title={text.setUp.title} lead={text.setUp.lead}>
      <Loaded load={status} lines={4}>
        {(found) => (
          <Show when={found().problems.length > 0} fallback={<FirstAdminForm />}>
            <Notice tone="warn">
              <p>{text.setUp.problems}</p>
              <ul>
                <For each={found().problems}>{(problem) => <li>{problem}</li>}</For>
              </ul>
              <Button isSmall isBusy={status.isLoading()} onClick={() => status.reload()}>
                {text.setUp.checkAgain}
              </Button>
            </Notice>
            <Show when={!found().problems.some((problem) => problem.startsWith("SECRET_KEY"))}>
              <FirstAdminForm />
            </Show>
          </Show>
        )}
      </Loaded>
    </AuthFrame>
  );
}

function FirstAdminForm() {
  const form = createForm({ email: "", password: "" }, async (values) => {
    beginSession((await completeSetUp(values)).user);
  });
  return (
    <FormView form={form} isMain label={text.setUp.title}>
      <EmailField value={form.values.email} error={form.problem("email")} onInput={form.set("email")} />
      <NewPasswordField
        label={text.password}
        hint={text.setUp.passwordHint}
        value={form.values.password}
        error={form.problem("password")}
        onInput={form.set("password")}
      />
      <Button type="submit" variant="primary" isWide isBusy={form.isBusy()}>
        {text.setUp.submit}
      </Button>
    </FormView>
  );
}
