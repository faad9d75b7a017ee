import type { Form } from "../../../lib/form.ts";
import { Section } from "../../../ui/Section.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { text } from "../../text/incident.ts";
import type { IncidentValues } from "./incident_values.ts";

export function TellSection(props: { form: Form<IncidentValues> }) {
  return (
    <Section title={text.tell.title}>
      <div class="stack">
        <Switch
          label={text.asDraft}
          hint={text.asDraftHint}
          isOn={props.form.values.draft}
          onChange={props.form.set("draft")}
        />
        <Switch
          label={text.notify}
          hint={text.notifyHint}
          isOn={props.form.values.notifySubscribers}
          onChange={props.form.set("notifySubscribers")}
        />
      </div>
    </Section>
  );
}
