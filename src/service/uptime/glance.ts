import { listSegments } from "../../data/history.ts";
import { readReportHead } from "../../data/report.ts";
import { watchOf } from "../../domain/monitor/schedule.ts";
import { makeWindowFinder } from "../../domain/uptime/report.ts";
import { computeUptime, withOpen } from "../../domain/uptime/uptime.ts";
import { DAY_MS } from "../../lib/units.ts";
import type { WatchGlance } from "../../objects/watch.ts";
import { GLANCE_CHECKS, GLANCE_DAYS } from "../../schema/glance_limits.ts";
import type { MonitorGlance } from "../../schema/monitor_glance.ts";
import { askWatches } from "../announce/watch.ts";
import type { Context } from "../context.ts";
import { knownUntilOf } from "./report.ts";

export async function listGlances(context: Context, ids: readonly number[]): Promise<MonitorGlance[]> {
  const { db, now } = context;
  const span = { from: now - GLANCE_DAYS * DAY_MS, to: now };
  const [{ monitors, windows }, segments, reported] = await Promise.all([
    readReportHead(db, { ...span, monitorIds: ids }),
    listSegments(db, ids, span),
    readGlances(context, ids),
  ]);
  const windowsOf = makeWindowFinder(windows);
  return monitors.map((monitor) => {
    const { id } = monitor;
    const { status, checks = [] } = reported.get(id) ?? {};
    const { uptime } = computeUptime(withOpen(segments.get(id) ?? [], status?.open ?? null), {
      ...span,
      windows: windowsOf(id),
      knownUntil: knownUntilOf(monitor, status, now),
    });
    return { id, uptime, checks };
  });
}

async function readGlances({ env }: Context, ids: readonly number[]): Promise<Map<number, WatchGlance>> {
  const own = Map.groupBy(ids, watchOf);
  const responses = await askWatches(
    env,
    own.keys(),
    async (watch, number): Promise<WatchGlance[]> => await watch.glance(own.get(number) ?? [], GLANCE_CHECKS),
  );
  return new Map([...responses.values()].flat().map((glance) => [glance.status.id, glance]));
}
