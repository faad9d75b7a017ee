import type { Form } from "../../../lib/form.ts";
import { MarkdownInput } from "../../../ui/MarkdownInput.tsx";
import { Section } from "../../../ui/Section.tsx";
import { text } from "../../text/incident.ts";
import { CheckMessages } from "./CheckMessages.tsx";
import type { IncidentValues } from "./incident_values.ts";
import { StatusSegments } from "./StatusSegments.tsx";

export function FirstUpdate(props: { form: Form<IncidentValues> }) {
  return (
    <Section title={text.first.title} lead={text.first.lead}>
      <div class="stack">
        <StatusSegments
          legend={text.status}
          value={props.form.values.status}
          error={props.form.problem("status")}
          onChange={props.form.set("status")}
        />
        <MarkdownInput
          label={text.body}
          placeholder={text.bodyPlaceholder}
          value={props.form.values.body}
          error={props.form.problem("body")}
          offers={<CheckMessages monitorIds={props.form.values.monitorIds} />}
          onInput={props.form.set("body")}
        />
      </div>
    </Section>
  );
}
