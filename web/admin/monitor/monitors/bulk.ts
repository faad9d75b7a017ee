import type { MonitorBulkResponse, MonitorsChange } from "../../../../src/schema/monitor_bulk.ts";
import { type Tag, updateMonitors } from "../../api/monitor.ts";
import type { text } from "../../text/monitor.ts";
import type { BulkTarget } from "./bulk_target.ts";

export type BulkDeed = keyof typeof text.bulk;

export interface BulkValues {
  addTags: readonly Tag[];
  removeTag: string;
  channelIds: readonly number[];
  intervalSecs: number | string | null;
  failureThreshold: number | string | null;
  recoveryThreshold: number | string | null;
}

export async function runBulk(
  deed: BulkDeed,
  target: BulkTarget,
  values: BulkValues,
): Promise<MonitorBulkResponse> {
  return await updateMonitors(
    deed === "remove"
      ? { ...target, delete: true }
      : { ...target, change: changeOf(deed, values) as MonitorsChange },
  );
}

function changeOf(deed: Exclude<BulkDeed, "remove">, values: BulkValues): object {
  const { intervalSecs, failureThreshold, recoveryThreshold, channelIds } = values;
  const changes = {
    pause: { paused: true },
    resume: { paused: false },
    addTag: { addTags: values.addTags },
    removeTag: { removeTags: [values.removeTag] },
    addChannel: { addChannelIds: channelIds },
    removeChannel: { removeChannelIds: channelIds },
    interval: { intervalSecs },
    thresholds: { failureThreshold, recoveryThreshold },
  };
  return changes[deed];
}
