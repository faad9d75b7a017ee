import type { OwnUser } from "../../../../src/schema/session.ts";
import { createForm } from "../../../lib/form.ts";
import { beginSession, currentUser } from "../../../lib/session.ts";
import { isZoneOutdated } from "../../../lib/zone.ts";
import { Field } from "../../../ui/Field.tsx";
import { Section } from "../../../ui/Section.tsx";
import { SectionForm } from "../../../ui/SectionForm.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { updateProfile } from "../../api/own.ts";
import { text } from "../../text/account.ts";
import { TimeZoneSection } from "./TimeZoneSection.tsx";

export function ProfileTab() {
  const form = createForm(valuesOf(currentUser()), async ({ name, timeZone }) => {
    const isMoved = timeZone !== (currentUser().timeZone ?? "");
    const { user } = await updateProfile({ name, ...(isMoved && { timeZone: timeZone || null }) });
    form.reset(valuesOf(user));
    beginSession(user);
    if (isZoneOutdated()) window.location.reload();
    else showToast(text.profile.done);
  });
  return (
    <SectionForm form={form} label={text.profile.title} submit={text.profile.submit}>
      <Section title={text.profile.title} lead={text.profile.lead}>
        <Field label={text.profile.name} error={form.problem("name")}>
          <TextInput
            value={form.values.name}
            autocomplete="name"
            placeholder={currentUser().email}
            onInput={form.set("name")}
          />
        </Field>
      </Section>
      <TimeZoneSection
        value={form.values.timeZone}
        error={form.problem("timeZone")}
        onChange={form.set("timeZone")}
      />
    </SectionForm>
  );
}

function valuesOf({ name, timeZone }: OwnUser) {
  return { name, timeZone: timeZone ?? "" };
}
