import { isEqual } from "../../lib/is_equal.ts";
import type { Monitor } from "../../schema/monitor.ts";
import type { MonitorsChange } from "../../schema/monitor_bulk.ts";

export const MOST_TAGS = 20;

type Settings = Pick<
  Monitor,
  | "paused"
  | "intervalSecs"
  | "timeoutMs"
  | "retries"
  | "failureThreshold"
  | "recoveryThreshold"
  | "tags"
  | "channelIds"
>;

export function decideBulkChange(monitor: Settings, change: MonitorsChange): Partial<Settings> {
  const { addTags, removeTags, addChannelIds, removeChannelIds, ...plain } = change;
  const wanted = {
    ...plain,
    ...((addTags || removeTags) && { tags: changeTags(monitor.tags, addTags ?? [], removeTags ?? []) }),
    channelIds: changeIds(monitor.channelIds, addChannelIds ?? [], removeChannelIds ?? []),
  };
  const names = Object.keys(wanted) as (keyof Settings)[];
  const different = names.filter(
    (name) => wanted[name] !== undefined && !isEqual(wanted[name], monitor[name]),
  );
  return Object.fromEntries(different.map((name) => [name, wanted[name]]));
}

function changeTags(tags: Settings["tags"], added: Settings["tags"], removed: readonly string[]) {
  const after = new Map([...tags, ...added].map((tag) => [tag.label, tag]));
  for (const label of removed) after.delete(label);
  return [...after.values()];
}

function changeIds(ids: readonly number[], added: readonly number[], removed: readonly number[]): number[] {
  const after = new Set([...ids, ...added]);
  for (const id of removed) after.delete(id);
  return [...after].sort((a, b) => a - b);
}
