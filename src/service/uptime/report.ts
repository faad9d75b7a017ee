import { listKnownPages } from "../../data/page.ts";
import { type ReportedMonitor, readReportHead, readReportRows } from "../../data/report.ts";
import { listWatches } from "../../data/watch.ts";
import { maxGapMs } from "../../domain/monitor/rule.ts";
import { watchOf } from "../../domain/monitor/schedule.ts";
import type { LiveStatus } from "../../domain/monitor/watch_item.ts";
import { makeReport, makeWindowFinder } from "../../domain/uptime/report.ts";
import type { ResponseTimes } from "../../domain/uptime/response_times.ts";
import { knownUntil, lengthInDays, listDays, type Span } from "../../domain/uptime/uptime.ts";
import { chunksOf } from "../../lib/chunks.ts";
import { invalidField } from "../../lib/errors.ts";
import { DAY_MS } from "../../lib/units.ts";
import type { MonitorReport, UptimeReportQuery } from "../../schema/report.ts";
import { askWatches } from "../announce/watch.ts";
import type { Context } from "../context.ts";
import { checkExist } from "../record/objects_exist.ts";

const MOST_DAYS = 366;
const DEFAULT_DAYS = 30;
const CHUNK = 200;
const OUTAGE_LOOKBACK_MS = 90 * DAY_MS;

export interface OpenReport extends Span {
  granularity: UptimeReportQuery["granularity"];
  reports: AsyncGenerator<MonitorReport>;
}

/** The first rows are read before it returns, so errors still get a status; the rest is read while streaming. */
export async function openUptimeReport(context: Context, query: UptimeReportQuery): Promise<OpenReport> {
  const span = spanOf(query, context.now);
  const { granularity } = query;
  await checkExist(context, "monitor", { monitorIds: query.monitorIds });
  const monitorIds = await narrow(context, query);
  const [{ monitors, windows }, recent] = await Promise.all([
    readReportHead(context.db, { from: span.from - OUTAGE_LOOKBACK_MS, to: span.to, monitorIds }),
    readRecent(context, span, monitorIds),
  ]);
  const starts = granularity === "day" ? listDays(query.timezone, span) : null;
  const windowsOf = makeWindowFinder(windows);
  const chunks = chunksOf(monitors, CHUNK);
  let next = readChunk(context, chunks[0] ?? [], span);
  await next;
  async function* write(): AsyncGenerator<MonitorReport> {
    for (const [i, chunk] of chunks.entries()) {
      const rows = await next;
      next = readChunk(context, chunks[i + 1] ?? [], span);
      next.catch(() => {});
      for (const monitor of chunk) {
        const { id, name } = monitor;
        const status = recent.statuses.get(id);
        const { segments = [], times = [], days = new Map() } = rows.get(id) ?? {};
        const fresh = recent.times.get(id);
        const parts = {
          segments,
          open: status?.open ?? null,
          knownUntil: knownUntilOf(monitor, status, context.now),
          windows: windowsOf(id),
          times: fresh ? [...times, fresh] : times,
          days,
        };
        yield { id, name, ...makeReport(parts, span, starts) };
      }
    }
  }
  return { ...span, granularity, reports: write() };
}

async function narrow(
  { db }: Context,
  { monitorIds, pageKey }: UptimeReportQuery,
): Promise<number[] | undefined> {
  if (pageKey === undefined) return monitorIds;
  const page = (await listKnownPages(db)).find(({ key }) => key === pageKey);
  if (!page) throw invalidField("pageKey", `There is no page with the key ${pageKey}.`);
  return monitorIds ? monitorIds.filter((id) => page.monitorIds.includes(id)) : page.monitorIds;
}

function spanOf({ from, to, timezone }: UptimeReportQuery, now: number): Span {
  const end = Math.min(to ?? now, now);
  const start = from ?? end - DEFAULT_DAYS * DAY_MS;
  if (to !== undefined && to <= start)
    throw invalidField("to", "The end (to) must be after the start (from).");
  if (start >= end) throw invalidField("from", "The start (from) must be in the past.");
  const span = { from: start, to: end };
  if (lengthInDays(timezone, span) > MOST_DAYS)
    throw invalidField("from", `A report covers at most ${MOST_DAYS} days: shorten the range.`);
  return span;
}

async function readChunk({ db }: Context, monitors: readonly ReportedMonitor[], span: Span) {
  const ids = monitors.map(({ id }) => id);
  return ids.length === 0 ? new Map() : await readReportRows(db, ids, span);
}

export function knownUntilOf(monitor: ReportedMonitor, status: LiveStatus | undefined, now: number): number {
  return status ? knownUntil(status.checkedAt, { gapMs: maxGapMs(monitor), now }) : now;
}

export async function readRecent(
  { env, db }: Context,
  span: Span,
  monitorIds: readonly number[] | undefined,
) {
  const watches = monitorIds ? new Set(monitorIds.map(watchOf)) : await listWatches(db);
  const responses = await askWatches(env, watches, async (watch) => await watch.recent(span));
  const statuses = new Map<number, LiveStatus>();
  const times = new Map<number, ResponseTimes>();
  for (const recent of responses.values()) {
    for (const status of recent.statuses) statuses.set(status.id, status);
    for (const { id, times: own } of recent.responses) times.set(id, own);
  }
  return { statuses, times };
}
