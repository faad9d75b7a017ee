import { For, Show } from "solid-js";
import type { Dashboard } from "../../../src/schema/dashboard.ts";
import { now } from "../../lib/clock.ts";
import { Badge } from "../../ui/Badge.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { text } from "../text/dashboard.ts";
import { text as reminderText } from "../text/incident_reminder.ts";
import { text as stateText } from "../text/incident_state.ts";
import { BoardCard } from "./BoardCard.tsx";

export function IncidentCard(props: { incidents: NonNullable<Dashboard["incidents"]> }) {
  return (
    <BoardCard title={text.incidents} link={{ href: "/admin/incidents", label: text.incidentsAll }}>
      <ul class="lines plain">
        <For each={props.incidents}>
          {(incident) => (
            <li>
              <span class="board__main">
                <a href={`/admin/incidents/${incident.id}`}>{incident.title}</a>
                <span class="small soft">
                  {text.incidentBegan} <RelativeTime at={incident.startedAt} />
                </span>
              </span>
              <span class="board__end">
                <Show when={incident.overdueAt !== null && incident.overdueAt <= now()}>
                  <Badge tone="bad">{reminderText.overdue}</Badge>
                </Show>
                <Show when={incident.draft}>
                  <Badge>{stateText.draft}</Badge>
                </Show>
                <Badge tone="warn">{stateText.statuses[incident.status]}</Badge>
              </span>
            </li>
          )}
        </For>
      </ul>
    </BoardCard>
  );
}
