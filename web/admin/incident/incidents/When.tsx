import { Show } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { describeZone } from "../../../lib/time.ts";
import { Field } from "../../../ui/Field.tsx";
import { Section } from "../../../ui/Section.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/incident.ts";
import type { IncidentValues } from "./incident_values.ts";

export function When(props: { form: Form<IncidentValues>; hasEnded: boolean }) {
  return (
    <Section title={text.when.title} lead={`${text.when.lead} ${text.zone(describeZone())}`}>
      <div class="fields">
        <Field label={text.startedAt} error={props.form.problem("startedAt")}>
          <TextInput
            type="datetime-local"
            value={props.form.values.startedAt}
            onInput={props.form.set("startedAt")}
          />
        </Field>
        <Show when={props.hasEnded}>
          <Field label={text.resolvedAt} error={props.form.problem("resolvedAt")}>
            <TextInput
              type="datetime-local"
              value={props.form.values.resolvedAt}
              onInput={props.form.set("resolvedAt")}
            />
          </Field>
        </Show>
      </div>
    </Section>
  );
}
