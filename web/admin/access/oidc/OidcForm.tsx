import type { OidcAnswer } from "../../../../src/schema/oidc.ts";
import { createForm, type Form } from "../../../lib/form.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx";
import { Section, SectionActions } from "../../../ui/Section.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { updateOidcSettings } from "../../api/oidc.ts";
import { text } from "../../text/oidc.ts";
import { confirmationOf, IdentityField } from "../account/IdentityField.tsx";
import { ROLE_CHOICES } from "../users/role_choices.ts";
import { ProviderSection } from "./ProviderSection.tsx";
import { editOf, type OidcValues, toValues } from "./values.ts";

export function OidcForm(props: { stored: OidcAnswer; onSaved: (stored: OidcAnswer) => void }) {
  const form = createForm(
    toValues(props.stored),
    async ({ currentPassword, ...values }, sent) => {
      const body = { ...sent.only(values), ...confirmationOf(currentPassword) };
      const stored = await updateOidcSettings(body);
      form.reset(toValues(stored), stored);
      props.onSaved(stored);
      showToast(text.done);
    },
    { edit: editOf(props.stored) },
  );
  return (
    <FormView form={form} label={text.title}>
      <LeaveGuard isDirty={form.isDirty} />
      <div>
        <ProviderSection form={form} stored={props.stored} />
        <SignInSection form={form} />
        <PeopleSection form={form} />
        <Section title={text.confirm.title} lead={text.confirm.lead}>
          <div class="stack">
            <IdentityField
              value={form.values.currentPassword}
              onInput={form.set("currentPassword")}
              problem={form.problem("currentPassword")}
              error={form.error()}
            />
          </div>
        </Section>
        <SectionActions>
          <Button type="submit" variant="primary" isBusy={form.isBusy()}>
            {text.submit}
          </Button>
        </SectionActions>
      </div>
    </FormView>
  );
}

function SignInSection(props: { form: Form<OidcValues> }) {
  return (
    <Section title={text.signIn.title} lead={text.signIn.lead}>
      <div class="stack">
        <Checkbox
          label={text.signIn.enabled}
          error={props.form.problem("enabled")}
          isChecked={props.form.values.enabled}
          onChange={props.form.set("enabled")}
        />
        <Field label={text.signIn.buttonLabel} error={props.form.problem("buttonLabel")}>
          <TextInput value={props.form.values.buttonLabel} onInput={props.form.set("buttonLabel")} />
        </Field>
        <Checkbox
          label={text.signIn.disablePasswordLogin}
          hint={text.signIn.disablePasswordLoginHint}
          error={props.form.problem("disablePasswordLogin")}
          isChecked={props.form.values.disablePasswordLogin}
          onChange={props.form.set("disablePasswordLogin")}
        />
      </div>
    </Section>
  );
}

function PeopleSection(props: { form: Form<OidcValues> }) {
  return (
    <Section title={text.people.title} lead={text.people.lead}>
      <div class="stack">
        <Checkbox
          label={text.people.createUsers}
          error={props.form.problem("createUsers")}
          isChecked={props.form.values.createUsers}
          onChange={props.form.set("createUsers")}
        />
        <Field label={text.people.defaultRole} error={props.form.problem("defaultRole")}>
          <Select
            value={props.form.values.defaultRole}
            options={ROLE_CHOICES}
            onChange={props.form.set("defaultRole")}
          />
        </Field>
        <Checkbox
          label={text.people.allowUnverifiedEmail}
          hint={text.people.allowUnverifiedEmailHint}
          error={props.form.problem("allowUnverifiedEmail")}
          isChecked={props.form.values.allowUnverifiedEmail}
          onChange={props.form.set("allowUnverifiedEmail")}
        />
      </div>
    </Section>
  );
}
