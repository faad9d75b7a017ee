import { Show } from "solid-js";
import type { IncidentTemplate } from "../../../../src/schema/incident_template.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { text } from "../../text/incident_template.ts";

export function TemplateName(props: { template: IncidentTemplate }) {
  return (
    <span class="table__main">
      <a class="strong" href={`/admin/incidents/templates/${props.template.id}`}>
        {props.template.name}
      </a>
      <span class="row">
        <Show when={props.template.isDefault}>
          <Badge tone="accent">{text.isDefault}</Badge>
        </Show>
        <Show when={props.template.builtIn}>
          <Badge>{text.builtIn}</Badge>
        </Show>
      </span>
    </span>
  );
}
