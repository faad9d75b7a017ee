import { Show } from "solid-js";
import { markdownText } from "../../../../src/lib/markdown_text.ts";
import type { Maintenance } from "../../../../src/schema/maintenance.ts";
import { formatSpan } from "../../../lib/time.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { text as incidentText } from "../../text/incident.ts";
import { text } from "../../text/maintenance.ts";
import { text as recurrenceText } from "../../text/recurrence.ts";

export function Name(props: { window: Maintenance; isUnseen: boolean }) {
  return (
    <span class="table__main">
      <a class="strong" href={`/admin/maintenance/${props.window.id}`}>
        {props.window.name}
      </a>
      <Show when={props.window.description}>
        <span class="small soft clamp">{markdownText(props.window.description)}</span>
      </Show>
      <Show when={props.window.recurrence}>
        {(rule) => (
          <span>
            <Badge>{recurrenceText.again(rule().every, rule().interval)}</Badge>
          </span>
        )}
      </Show>
      <Show when={props.isUnseen}>
        <span>
          <Badge tone="warn">{incidentText.unseen.mark}</Badge>
        </span>
      </Show>
      <Show when={!props.window.notifySubscribers}>
        <span>
          <Badge>{text.quiet}</Badge>
        </span>
      </Show>
    </span>
  );
}

export function When(props: { window: Maintenance }) {
  const { status, startsAt, endsAt } = props.window;
  const [word, at] =
    status === "not_started"
      ? [text.startsIn, startsAt]
      : [status === "in_progress" ? text.endsIn : text.endedAgo, endsAt];
  return (
    <span class="table__main">
      <span>{formatSpan(startsAt, endsAt)}</span>
      <span class="small soft">
        {word} <RelativeTime at={at} />
      </span>
    </span>
  );
}

export function monitorsOf({ allMonitors, monitorIds }: Maintenance): string {
  return allMonitors ? text.allMonitors : text.monitors(monitorIds.length);
}
