import { readReportHead, readTrendRows } from "../../data/report.ts";
import { countSubscribers } from "../../data/subscriber.ts";
import { makeWindowFinder } from "../../domain/uptime/report.ts";
import { TrendSum } from "../../domain/uptime/trends.ts";
import { chunksOf } from "../../lib/chunks.ts";
import { MINUTE_MS } from "../../lib/units.ts";
import type { DashboardTrends } from "../../schema/dashboard.ts";
import { type Context, mayReach } from "../context.ts";
import { knownUntilOf, readRecent } from "./report.ts";

/** They move slowly, and cost rows of every monitor. */
const KEPT_MS = 5 * MINUTE_MS;
const CHUNK = 1000;

const kept = new WeakMap<D1Database, DashboardTrends>();

export async function getTrends(context: Context): Promise<DashboardTrends> {
  const { env, now } = context;
  const last = kept.get(env.DB);
  const isFresh = last !== undefined && now - last.readAt < KEPT_MS;
  const { subscribers, ...rest } = isFresh ? last : await readTrends(context);
  if (!isFresh) kept.set(env.DB, { ...rest, subscribers });
  return { ...rest, subscribers: mayReach(context, "subscribers", "read") ? subscribers : null };
}

async function readTrends(context: Context): Promise<DashboardTrends> {
  const { db, now } = context;
  const sum = new TrendSum(now);
  const { span } = sum;
  const recentSpan = { from: span.daysFrom, to: now };
  const [{ monitors, windows }, recent, subscribers] = await Promise.all([
    readReportHead(db, { ...span, monitorIds: undefined }),
    readRecent(context, recentSpan, undefined),
    countSubscribers(db),
  ]);
  const windowsOf = makeWindowFinder(windows);
  for (const chunk of chunksOf(monitors, CHUNK)) {
    const ids = chunk.map(({ id }) => id);
    const { segments, days } = await readTrendRows(db, ids, span);
    for (const { day, hours } of days) sum.addDay(day, hours);
    for (const monitor of chunk) {
      const { id } = monitor;
      const status = recent.statuses.get(id);
      sum.add({
        segments: segments.get(id)?.segments ?? [],
        open: status?.open ?? null,
        knownUntil: knownUntilOf(monitor, status, now),
        windows: windowsOf(id),
        fresh: recent.times.get(id),
      });
    }
  }
  return { readAt: now, ...sum.result(), subscribers };
}
