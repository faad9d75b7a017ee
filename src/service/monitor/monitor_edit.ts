import { type Statement, save } from "../../data/db.ts";
import { findMonitor, type MonitorRow } from "../../data/monitor.ts";
import { markMonitorsStale } from "../../data/watch.ts";
import { notFound } from "../../lib/errors.ts";
import { publish } from "../announce/live.ts";
import { pageChanged } from "../announce/page.ts";
import { announceToWatches } from "../announce/watch.ts";
import type { Context } from "../context.ts";
import { edit, objectOf } from "../record/version.ts";

export async function getRow(context: Context, id: number): Promise<MonitorRow & { version: number }> {
  const row = await findMonitor(context.db, id);
  if (!row) throw notFound("monitor");
  return row;
}

/** Saved before the watches are notified; they are notified again until they have taken it. */
export async function saveAndAnnounce(
  context: Context,
  monitorIds: readonly number[],
  statements: readonly Statement[],
): Promise<void> {
  await save(context.db, [...statements, markMonitorsStale(monitorIds)]);
  await announceMonitors(context);
}

export async function announceMonitors({ env }: Context): Promise<void> {
  await announceToWatches(env);
  await pageChanged(env);
}

export async function editMonitor(
  context: Context,
  id: number,
  {
    version,
    decide,
    concernsWatches = true,
  }: {
    version: number | undefined;
    decide(row: MonitorRow): Promise<readonly Statement[]>;
    concernsWatches?: boolean;
  },
): Promise<void> {
  const load = async () => await getRow(context, id);
  if (!(await edit(context, { object: objectOf("monitor", id), version, load, decide }))) return;
  if (concernsWatches) await announceMonitors(context);
  announceMonitor(context, "monitor.updated", id);
}

export function announceMonitor(
  context: Context,
  event: "monitor.created" | "monitor.updated" | "monitor.deleted",
  id: number,
): void {
  context.waitUntil(publish(context.env, [{ event, data: { id } }]));
}
