import { Show } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { Section } from "../../../ui/Section.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { AudienceHint } from "../../subscriber/AudienceHint.tsx";
import { text } from "../../text/incident.ts";
import type { IncidentValues } from "./incident_values.ts";
import { reachOf } from "./placed.ts";

export function NotifySection(props: { form: Form<IncidentValues> }) {
  const reached = () => reachOf({ pageWide: monitorIds().length === 0, monitorIds: monitorIds() });
  const monitorIds = () => props.form.values.monitorIds;
  return (
    <Section title={text.audience.title}>
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
        <Show when={props.form.values.notifySubscribers && !props.form.values.draft}>
          <AudienceHint
            type="incident.created"
            monitorIds={reached()}
            pageKeys={props.form.values.pageKeys}
          />
        </Show>
      </div>
    </Section>
  );
}
