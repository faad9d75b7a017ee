import type { OidcResponse } from "../../../../src/schema/oidc.ts";
import { createForm, type Form } from "../../../lib/form.ts";
import { Field } from "../../../ui/Field.tsx";
import { FormCheckbox } from "../../../ui/FormCheckbox.tsx";
import { Section } from "../../../ui/Section.tsx";
import { SectionForm } from "../../../ui/SectionForm.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { updateOidcSettings } from "../../api/oidc.ts";
import { text } from "../../text/oidc.ts";
import { confirmationOf, IdentityField } from "../account/IdentityField.tsx";
import { ROLE_CHOICES } from "../users/role_choices.ts";
import { ProviderSection } from "./ProviderSection.tsx";
import { editOf, type OidcValues, toValues } from "./values.ts";

export function OidcForm(props: { stored: OidcResponse; onSaved: (stored: OidcResponse) => void }) {
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
    <SectionForm form={form} label={text.title} submit={text.submit}>
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
    </SectionForm>
  );
}

function SignInSection(props: { form: Form<OidcValues> }) {
  return (
    <Section title={text.signIn.title} lead={text.signIn.lead}>
      <div class="stack">
        <FormCheckbox form={props.form} name="enabled" label={text.signIn.enabled} />
        <Field label={text.signIn.buttonLabel} error={props.form.problem("buttonLabel")}>
          <TextInput value={props.form.values.buttonLabel} onInput={props.form.set("buttonLabel")} />
        </Field>
        <FormCheckbox
          form={props.form}
          name="disablePasswordLogin"
          label={text.signIn.disablePasswordLogin}
          hint={text.signIn.disablePasswordLoginHint}
        />
      </div>
    </Section>
  );
}

function PeopleSection(props: { form: Form<OidcValues> }) {
  return (
    <Section title={text.people.title} lead={text.people.lead}>
      <div class="stack">
        <FormCheckbox form={props.form} name="createUsers" label={text.people.createUsers} />
        <Field label={text.people.defaultRole} error={props.form.problem("defaultRole")}>
          <Select
            value={props.form.values.defaultRole}
            options={ROLE_CHOICES}
            onChange={props.form.set("defaultRole")}
          />
        </Field>
        <FormCheckbox
          form={props.form}
          name="allowUnverifiedEmail"
          label={text.people.allowUnverifiedEmail}
          hint={text.people.allowUnverifiedEmailHint}
        />
      </div>
    </Section>
  );
}
