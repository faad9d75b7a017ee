import { listSegments } from "../../data/history.ts";
import { readReportHead } from "../../data/report.ts";
import { watchOf } from "../../domain/monitor/schedule.ts";
import { makeWindowFinder } from "../../domain/uptime/report.ts";
import { computeUptime, withOpen } from "../../domain/uptime/uptime.ts";
import { log } from "../../lib/log.ts";
import { DAY_MS } from "../../lib/units.ts";
import type { WatchGlance } from "../../objects/watch.ts";
import { GLANCE_CHECKS, GLANCE_DAYS } from "../../schema/glance_limits.ts";
import type { MonitorGlance } from "../../schema/monitor_glance.ts";
import { watchNumbered } from "../announce/watch.ts";
import type { Context } from "../context.ts";
import { knownUntilOf } from "./report.ts";

export async function listGlances(context: Context, ids: readonly number[]): Promise<MonitorGlance[]> {
  const { db, now } = context;
  const span = { from: now - GLANCE_DAYS * DAY_MS, to: now };
  const [{ monitors, windows }, segments, reported] = await Promise.all([
    readReportHead(db, { ...span, monitorIds: ids }),
    listSegments(db, ids, span),
    askWatches(context, ids),
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

async function askWatches({ env }: Context, ids: readonly number[]): Promise<Map<number, WatchGlance>> {
  const asked = [...Map.groupBy(ids, watchOf)];
  const responses = await Promise.allSettled(
    asked.map(([watch, own]) => watchNumbered(env, watch).glance(own, GLANCE_CHECKS)),
  );
  for (const response of responses)
    if (response.status === "rejected") log("warn", "a watch did not respond", { error: response.reason });
  const reported = responses.flatMap((response) => (response.status === "fulfilled" ? response.value : []));
  return new Map(reported.map((glance) => [glance.status.id, glance]));
}
