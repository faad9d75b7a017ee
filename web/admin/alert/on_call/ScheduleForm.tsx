import type { Schedule } from "../../../../src/schema/schedule.ts";
import { createEntityForm } from "../../../ui/entity_form.ts";
import { Field } from "../../../ui/Field.tsx";
import { NameField } from "../../../ui/NameField.tsx";
import { Section } from "../../../ui/Section.tsx";
import { SectionForm } from "../../../ui/SectionForm.tsx";
import { TimezoneInput } from "../../../ui/TimezoneInput.tsx";
import { createSchedule, updateSchedule } from "../../api/schedule.ts";
import { text } from "../../text/on_call.ts";
import { RotationList } from "./RotationList.tsx";
import { editOf, type ScheduleValues, toRotations, valuesOf } from "./schedule_values.ts";

export function ScheduleForm(props: {
  stored: Schedule | null;
  people: readonly { id: number; email: string; name: string }[];
}) {
  const stored = props.stored;
  const form = createEntityForm<ScheduleValues, Schedule>({
    stored,
    initial: valuesOf(stored),
    editOf,
    save: async ({ name, timeZone, rotations }, sent) => {
      const body = { name, timeZone, rotations: toRotations(rotations) };
      return stored ? await updateSchedule(stored.key, sent.only(body)) : await createSchedule(body);
    },
    savedText: ({ name }) => (stored ? text.saved(name) : text.created(name)),
    next: () => "/admin/on-call",
  });
  return (
    <SectionForm
      form={form}
      label={stored ? text.editTitle(stored.name) : text.newTitle}
      submit={stored ? text.save : text.create}
      cancel={{ href: "/admin/on-call", label: text.cancel }}
    >
      <Section title={text.what.title} lead={text.what.lead}>
        <div class="stack">
          <NameField form={form} name="name" label={text.name} placeholder={text.namePlaceholder} />
          <Field label={text.timeZone} error={form.problem("timeZone")}>
            <TimezoneInput value={form.values.timeZone} onInput={form.set("timeZone")} />
          </Field>
        </div>
      </Section>
      <Section title={text.rotations.title} lead={text.rotations.lead}>
        <RotationList
          rotations={form.values.rotations}
          people={[...props.people, ...(stored?.people ?? []).filter(({ hasLeft }) => hasLeft)]}
          problems={form.problems()}
          onChange={form.set("rotations")}
        />
      </Section>
    </SectionForm>
  );
}
