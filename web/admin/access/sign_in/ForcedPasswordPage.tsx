import { Show } from "solid-js";
import { createForm } from "../../../lib/form.ts";
import { beginSession, currentUser } from "../../../lib/session.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { PasswordInput } from "../../../ui/PasswordInput.tsx";
import { signOut, updateOwnPassword } from "../../api/own.ts";
import { leaveAfter } from "../../route/leave.ts";
import { text } from "../../text/access.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { NewPasswordField } from "./access_fields.tsx";
import { takeTyped } from "./typed_password.ts";

export default function ForcedPasswordPage() {
  const typed = takeTyped();
  const form = createForm(
    { currentPassword: typed, newPassword: "" },
    async (values) => {
      await updateOwnPassword(values);
      beginSession({ ...currentUser(), mustChangePassword: false });
    },
    { isPassing: true },
  );

  return (
    <AuthFrame title={text.forced.title} lead={text.forced.lead}>
      <FormView form={form} isMain label={text.forced.title}>
        <Show when={typed === "" || form.problem("currentPassword")}>
          <Field label={text.forced.current} error={form.problem("currentPassword")}>
            <PasswordInput
              autocomplete="current-password"
              value={form.values.currentPassword}
              onInput={form.set("currentPassword")}
            />
          </Field>
        </Show>
        <NewPasswordField
          label={text.forced.next}
          hint={text.forced.nextHint}
          value={form.values.newPassword}
          error={form.problem("newPassword")}
          onInput={form.set("newPassword")}
        />
        <Button type="submit" variant="primary" isWide isBusy={form.isBusy()}>
          {text.forced.submit}
        </Button>
      </FormView>
      <div class="access__foot">
        <Button variant="quiet" isSmall onClick={() => leaveAfter(signOut)}>
          {text.forced.signOut}
        </Button>
      </div>
    </AuthFrame>
  );
}
