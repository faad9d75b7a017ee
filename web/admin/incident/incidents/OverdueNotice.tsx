import { Show } from "solid-js";
import { formatDuration } from "../../../../src/lib/duration.ts";
import { HOUR_MS } from "../../../../src/lib/units.ts";
import type { Incident } from "../../../../src/schema/incident.ts";
import { now } from "../../../lib/clock.ts";
import { Notice } from "../../../ui/Notice.tsx";
import { text } from "../../text/incident_reminder.ts";

export function OverdueNotice(props: { incident: Incident }) {
  const late = () => {
    const { overdueAt, nagHours } = props.incident;
    if (overdueAt === null || nagHours === null || overdueAt > now()) return null;
    return { silence: formatDuration(now() - overdueAt + nagHours * HOUR_MS), nagHours };
  };
  return (
    <Show when={late()}>
      {(found) => (
        <Notice tone="warn">
          <p>{text.notice(found().silence, found().nagHours)}</p>
        </Notice>
      )}
    </Show>
  );
}
