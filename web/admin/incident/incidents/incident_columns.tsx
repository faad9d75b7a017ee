import { Show } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import type { Column } from "../../../ui/Table.tsx";
import { text } from "../../text/incident.ts";
import { text as stateText } from "../../text/incident_state.ts";
import { Affected, ImpactBadge, IncidentStatusMark } from "./marks.tsx";

export const columnsWith = (
  isUnseen: (incident: Incident) => boolean,
  onUpdate: (incident: Incident) => void,
): readonly Column<Incident>[] => [
  {
    header: text.columns.title,
    kind: "lead",
    cell: (incident) => <Title incident={incident} isUnseen={isUnseen(incident)} />,
  },
  { header: text.columns.status, cell: ({ status }) => <IncidentStatusMark status={status} /> },
  { header: text.columns.affects, cell: (incident) => <Affected incident={incident} /> },
  { header: text.columns.started, cell: ({ startedAt }) => <RelativeTime at={startedAt} /> },
  {
    header: text.columns.updated,
    cell: ({ updates }) => (
      <RelativeTime at={updates.find(({ publishAt }) => publishAt === null)?.postedAt ?? null} />
    ),
  },
  {
    header: text.columns.actions,
    kind: "end",
    cell: (incident) => (
      <Show when={incident.status !== "resolved"}>
        <Button isSmall of={incident.title} onClick={() => onUpdate(incident)}>
          {text.quick.action}
        </Button>
      </Show>
    ),
  },
];

function Title(props: { incident: Incident; isUnseen: boolean }) {
  return (
    <span class="table__main">
      <a class="strong" href={`/admin/incidents/${props.incident.id}`}>
        {props.incident.title}
      </a>
      <span class="row">
        <ImpactBadge impact={props.incident.impact} />
        <Show when={props.incident.draft}>
          <Badge tone="accent">{stateText.draft}</Badge>
        </Show>
        <Show when={props.incident.automatic}>
          <Badge>{text.automatic}</Badge>
        </Show>
        <Show when={props.isUnseen}>
          <Badge tone="warn">{text.unseen.mark}</Badge>
        </Show>
        <Show when={!props.incident.notifySubscribers}>
          <Badge>{text.quiet}</Badge>
        </Show>
      </span>
    </span>
  );
}
