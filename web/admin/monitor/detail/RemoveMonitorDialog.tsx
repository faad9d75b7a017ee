import type { Monitor } from "../../../../src/schema/monitor.ts";
import { navigate } from "../../../lib/router.ts";
import { RemoveDialog } from "../../../ui/RemoveDialog.tsx";
import { removeMonitor } from "../../api/monitor.ts";
import { followMonitors } from "../../live/monitors.ts";
import { text } from "../../text/monitor_detail.ts";
import { createOpenIncidents } from "../monitors/open_incidents.ts";

export function RemoveMonitorDialog(props: { monitor: Monitor; onClose: () => void }) {
  const { drop, entries, isLoaded } = followMonitors();
  const removed = props.monitor.id;
  const incidents = createOpenIncidents([removed]);
  const ends = ({ id, channelIds, heartbeatUrl }: Monitor) => {
    const dependents = entries().filter((entry) => entry.peek().dependsOnIds.includes(id));
    const names = dependents.map((entry) => entry.peek().name);
    return [
      ...text.removeEnds(isLoaded() ? names : undefined, channelIds.length),
      ...incidents(),
      ...(heartbeatUrl ? [text.removeHeartbeat] : []),
    ];
  };
  return (
    <RemoveDialog
      what={props.monitor}
      ends={ends}
      words={text}
      remove={({ id }) => removeMonitor(id)}
      onClose={() => props.onClose()}
      onRemoved={() => {
        navigate("/admin/monitors");
        drop(removed);
      }}
    />
  );
}
