import { linkChannels, listChannelIds } from "../../data/channel.ts";
import type { Statement } from "../../data/db.ts";
import type { MonitorRow } from "../../data/monitor.ts";
import { raiseVersions } from "../../data/version.ts";
import { decideChanges } from "../../domain/system/audit_changes.ts";
import { differenceOf } from "../../lib/difference.ts";
import type { Context } from "../context.ts";
import { editMonitor, getRow } from "../monitor/monitor_edit.ts";
import { entityOf, lastChangeBy, recordUpdate } from "../record/audit.ts";
import { checkExist } from "../record/objects_exist.ts";
import { objectOf } from "../record/version.ts";

export async function getMonitorChannels(
  context: Context,
  id: number,
): Promise<{ channelIds: number[]; version: number }> {
  const { version } = await getRow(context, id);
  return { channelIds: await listChannelIds(context.db, id), version };
}

export async function updateMonitorChannels(
  context: Context,
  id: number,
  { channelIds, version }: { channelIds: readonly number[]; version?: number | undefined },
): Promise<{ channelIds: number[]; version: number }> {
  const decide = (row: MonitorRow) => decideChannels(context, row, channelIds);
  await editMonitor(context, id, { version, decide, concernsWatches: false });
  return await getMonitorChannels(context, id);
}

async function decideChannels(
  context: Context,
  row: MonitorRow,
  channelIds: readonly number[],
): Promise<Statement[]> {
  await checkExist(context, "channel", { channelIds });
  const before = await listChannelIds(context.db, row.id);
  const after = channelIds.toSorted((a, b) => a - b);
  const changes = decideChanges({ channelIds: before }, { channelIds: after });
  if (Object.keys(changes).length === 0) return [];
  return [
    ...linkChannels(context.db, row.id, after),
    ...recordUpdate(context, { ...entityOf("monitor", row), changes }),
    ...raiseVersions(
      differenceOf(before, after).map((channel) => objectOf("notification_channel", channel)),
      lastChangeBy(context),
    ),
  ];
}
