import type { Form } from "../../../lib/form.ts";
import { Field } from "../../../ui/Field.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { Section } from "../../../ui/Section.tsx";
import { text } from "../../text/incident_reminder.ts";
import type { IncidentValues } from "./incident_values.ts";

export function ReminderSection(props: { form: Form<IncidentValues> }) {
  return (
    <Section title={text.title} lead={text.lead}>
      <Field label={text.label} hint={text.hint} error={props.form.problem("nagHours")}>
        <NumberInput
          value={props.form.values.nagHours}
          unit={text.unit}
          onInput={props.form.set("nagHours")}
        />
      </Field>
    </Section>
  );
}
