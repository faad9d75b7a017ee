import type { Accessor } from "solid-js";
import { createLoad } from "../../../lib/load.ts";
import { listIncidents } from "../../api/incident.ts";
import { text } from "../../text/monitor.ts";

export function createOpenIncidents(ids: readonly number[]): Accessor<readonly string[]> {
  const open = createLoad(
    async (signal) =>
      await listIncidents(signal, {
        state: "open",
        page: 1,
        ...(ids.length === 1 && { monitorId: String(ids[0]) }),
      }),
  );
  return () => {
    const own = (open.data()?.items ?? []).filter(({ monitorIds }) =>
      monitorIds.some((id) => ids.includes(id)),
    );
    return own.length === 0 ? [] : [text.openIncidents(own.map(({ title }) => title))];
  };
}
