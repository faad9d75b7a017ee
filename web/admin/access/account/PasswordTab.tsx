import { createForm } from "../../../lib/form.ts";
import { Button } from "../../../ui/Button.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { Section } from "../../../ui/Section.tsx";
import { showToast } from "../../../ui/toast.ts";
import { updateOwnPassword } from "../../api/own.ts";
import { text } from "../../text/account.ts";
import { NewPasswordField } from "../sign_in/access_fields.tsx";
import { confirmationOf, IdentityField } from "./IdentityField.tsx";

const EMPTY = { currentPassword: "", newPassword: "" };

export function PasswordTab() {
  const form = createForm(EMPTY, async ({ currentPassword, newPassword }) => {
    await updateOwnPassword({ ...confirmationOf(currentPassword), newPassword });
    form.reset(EMPTY);
    showToast(text.password.done);
  });
  return (
    <Section title={text.password.title} lead={text.password.lead}>
      <FormView form={form} label={text.password.title}>
        <IdentityField
          value={form.values.currentPassword}
          onInput={form.set("currentPassword")}
          problem={form.problem("currentPassword")}
          error={form.error()}
        />
        <NewPasswordField
          label={text.password.next}
          hint={text.password.nextHint}
          value={form.values.newPassword}
          error={form.problem("newPassword")}
          onInput={form.set("newPassword")}
        />
        <div class="form__actions">
          <Button type="submit" variant="primary" isBusy={form.isBusy()}>
            {text.password.submit}
          </Button>
        </div>
      </FormView>
    </Section>
  );
}
