import { createForm } from "../../../lib/form.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { PasswordInput } from "../../../ui/PasswordInput.tsx";
import { Section } from "../../../ui/Section.tsx";
import { showToast } from "../../../ui/toast.ts";
import { updateOwnPassword } from "../../api/own.ts";
import { text } from "../../text/account.ts";
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
        <Field label={text.password.next} hint={text.password.nextHint} error={form.problem("newPassword")}>
          <PasswordInput
            autocomplete="new-password"
            value={form.values.newPassword}
            onInput={form.set("newPassword")}
          />
        </Field>
        <div class="form__actions">
          <Button type="submit" variant="primary" isBusy={form.isBusy()}>
            {text.password.submit}
          </Button>
        </div>
      </FormView>
    </Section>
  );
}
