import { For, Match, Show, Switch } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import { Badge, type BadgeTone } from "../../../ui/Badge.tsx";
import { Icon, type IconName } from "../../../ui/Icon.tsx";
import { monitors } from "../../live/monitors.ts";
import { text } from "../../text/incident.ts";
import { text as stateText } from "../../text/incident_state.ts";

const STATUS_TONES = {
  investigating: "bad",
  identified: "warn",
  monitoring: "accent",
  resolved: "good",
} as const satisfies Record<Incident["status"], BadgeTone>;

const STATUS_ICONS = {
  investigating: "search",
  identified: "warning",
  monitoring: "eye",
  resolved: "checkCircle",
} as const satisfies Record<Incident["status"], IconName>;

const IMPACT_TONES: Record<Incident["impact"], BadgeTone> = {
  minor: "neutral",
  major: "warn",
  critical: "bad",
};

const MOST_NAMES = 3;

export function IncidentStatusMark(props: { status: Incident["status"]; isLarge?: boolean }) {
  return (
    <span class={`status status--${STATUS_TONES[props.status]}${props.isLarge ? " status--large" : ""}`}>
      <Icon name={STATUS_ICONS[props.status]} />
      {stateText.statuses[props.status]}
    </span>
  );
}

export function ImpactBadge(props: { impact: Incident["impact"] }) {
  return <Badge tone={IMPACT_TONES[props.impact]}>{text.impacts[props.impact]}</Badge>;
}

export function Affected(props: { incident: Incident; isLinked?: boolean }) {
  const most = () => (props.isLinked ? Number.POSITIVE_INFINITY : MOST_NAMES);
  const named = () => {
    monitors.round();
    const there = props.incident.monitorIds.map((id) => {
      return { id, name: monitors.find(id)?.peek().name ?? `#${id}`, isLinked: props.isLinked };
    });
    return [...there, ...props.incident.formerComponents.map((one) => ({ ...one, isLinked: false }))];
  };
  const shown = () => named().slice(0, most());
  const rest = () => named().length - shown().length;
  return (
    <Switch
      fallback={
        <span class="break">
          <For each={shown()}>
            {({ id, name, isLinked }, at) => (
              <>
                {at() > 0 ? ", " : ""}
                <Show when={isLinked} fallback={name}>
                  <a href={`/admin/monitors/${id}`}>{name}</a>
                </Show>
              </>
            )}
          </For>
          {rest() > 0 ? ` ${text.more(rest())}` : ""}
        </span>
      }
    >
      <Match when={props.incident.pageWide}>{text.wholePage}</Match>
      <Match when={named().length === 0}>
        <span class="soft">{text.noMonitors}</span>
      </Match>
    </Switch>
  );
}
