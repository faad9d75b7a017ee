import { For, Show } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import type { ComponentStatus } from "../../../../src/schema/incident_status.ts";
import { Badge, type BadgeTone } from "../../../ui/Badge.tsx";
import { monitors } from "../../live/monitors.ts";
import { text } from "../../text/incident_component.ts";

const TONES: Record<ComponentStatus, BadgeTone> = {
  operational: "good",
  degraded_performance: "warn",
  partial_outage: "warn",
  major_outage: "bad",
};

export function SaidComponents(props: { components: Incident["components"] }) {
  const nameOf = (id: number) => {
    monitors.round();
    return monitors.find(id)?.peek().name ?? `#${id}`;
  };
  return (
    <Show when={props.components.length > 0}>
      <div class="row">
        <For each={props.components}>
          {({ monitorId, status }) => (
            <Badge tone={TONES[status]}>{text.said(nameOf(monitorId), text.statuses[status])}</Badge>
          )}
        </For>
      </div>
    </Show>
  );
}
