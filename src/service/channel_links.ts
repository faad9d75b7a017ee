import { findMissingChannels, linkChannels, listChannelIds } from "../data/channel.ts";
import { save } from "../data/db.ts";
import { invalid } from "../lib/errors.ts";
import type { Context } from "./context.ts";
import { announceMonitor, getRow, recordMonitor } from "./monitor.ts";

export async function getMonitorChannels(context: Context, id: number): Promise<{ channelIds: number[] }> {
  await getRow(context, id);
  return { channelIds: await listChannelIds(context.db, id) };
}

/** The monitor alerts through exactly these from now on. */
export async function setMonitorChannels(
  context: Context,
  id: number,
  channelIds: readonly number[],
): Promise<{ channelIds: number[] }> {
  const row = await getRow(context, id);
  const missing = await findMissingChannels(context.db, channelIds);
  if (missing.length > 0) {
    const message = `There is no channel with the id ${missing.join(", ")}.`;
    throw invalid(message, [{ path: "channelIds", message }]);
  }
  const before = await listChannelIds(context.db, id);
  const after = channelIds.toSorted((a, b) => a - b);
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    await save(context.db, [
      ...linkChannels(id, after),
      recordMonitor(context, "Update", row, { fields: ["channelIds"] }),
    ]);
    announceMonitor(context, "monitor.updated", id);
  }
  return { channelIds: after };
}
