import { createForm } from "../../../lib/form.ts";
import { beginSession, currentUser } from "../../../lib/session.ts";
import { Field } from "../../../ui/Field.tsx";
import { Section } from "../../../ui/Section.tsx";
import { SectionForm } from "../../../ui/SectionForm.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { updateProfile } from "../../api/own.ts";
import { text } from "../../text/account.ts";
import { TimeZoneSection } from "./TimeZoneSection.tsx";

export function ProfileTab() {
  const form = createForm({ name: currentUser().name }, async ({ name }) => {
    const { user } = await updateProfile({ name });
    form.reset({ name: user.name });
    beginSession(user);
    showToast(text.profile.done);
  });
  return (
    <>
      <SectionForm form={form} label={text.profile.title} submit={text.profile.submit}>
        <Section title={text.profile.title} lead={text.profile.lead}>
          <Field label={text.profile.name} error={form.problem("name")}>
            <TextInput
              value={form.values.name}
              maxlength={100}
              autocomplete="name"
              placeholder={currentUser().email}
              onInput={form.set("name")}
            />
          </Field>
        </Section>
      </SectionForm>
      <TimeZoneSection />
    </>
  );
}
