import { and, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import { paceOf } from "../domain/monitor/rule.ts";
import { BLOCK_DAYS, blockOf, isWithin, wholeBlocks, wholeDays } from "../domain/uptime/response_block.ts";
import { decodeResponseDay, type ResponseDay, type ResponseTimes } from "../domain/uptime/response_times.ts";
import { type HistoryState, type Segment, type Span, withoutAhead } from "../domain/uptime/uptime.ts";
import { fromHex } from "../lib/bytes.ts";
import { orLog } from "../lib/log.ts";
import { DAY_MS, HOUR_MS } from "../lib/units.ts";
import { type Db, decodeRows, readTogether } from "./db.ts";
import { type MaintenanceRow, withMonitors } from "./maintenance.ts";
import { maintenance, maintenanceMonitors } from "./tables_monitor.ts";

export interface ReportedMonitor {
  id: number;
  name: string;
  intervalSecs: number;
  graceSecs: number;
}

interface ReportHead {
  monitors: ReportedMonitor[];
  windows: MaintenanceRow[];
}

export async function readReportHead(
  db: Db,
  { from, to, monitorIds }: Span & { monitorIds: readonly number[] | undefined },
): Promise<ReportHead> {
  const isAsked = monitorIds
    ? sql`WHERE id IN (SELECT value FROM json_each(${JSON.stringify(monitorIds)}))`
    : sql``;
  const isInSpan = and(
    isNull(maintenance.series),
    gt(maintenance.endsAt, from),
    lt(maintenance.startsAt, to),
  );
  const [rows = [], windows = [], links = []] = await readTogether(db, [
    sql`
      SELECT id, name, type, interval_secs, config ->> 'graceSecs' AS grace_secs,
        config ->> 'schedule' AS schedule FROM monitors ${isAsked}
      ORDER BY name COLLATE NOCASE, id`,
    db.select().from(maintenance).where(isInSpan),
    sql`
      SELECT l.maintenance_id, l.monitor_id FROM maintenance w
      CROSS JOIN maintenance_monitors l ON l.maintenance_id = w.id WHERE w.ends_at > ${from} AND w.starts_at < ${to}`,
  ]);
  const monitors = rows as {
    id: number;
    name: string;
    type: string;
    interval_secs: number;
    grace_secs: number;
    schedule: string | null;
  }[];
  return {
    monitors: monitors.map(
      ({ id, name, type, interval_secs, grace_secs, schedule }): ReportedMonitor => ({
        id,
        name,
        ...paceOf({ type, intervalSecs: interval_secs, config: { graceSecs: grace_secs, schedule } }),
      }),
    ),
    windows: withMonitors(decodeRows(maintenance, windows), decodeRows(maintenanceMonitors, links)),
  };
}

interface ReportRows {
  segments: Segment[];
  times: ResponseTimes[];
  days: Map<number, ResponseDay>;
}

/**
 * Packed rows, each below D1's limit of 2 MB: one by one they would take longer to transfer than to find. Written out,
 * because D1 binds numbers as floats, whose quotients would all differ.
 */
const PACKED_DAYS = sql.raw("50");
const PACKED_MS = sql.raw(String(6 * HOUR_MS));

type HistoryRow = { monitor_id: number; packed: string };
type BlockRow = { monitor_id: number; block: number; packed: string };
type DayRow = { monitor_id: number; day: number; packed: string };

export async function readReportRows(
  db: Db,
  monitorIds: readonly number[],
  span: Span,
): Promise<Map<number, ReportRows>> {
  const ids = sql`json_each(${JSON.stringify(monitorIds)})`;
  const whole = wholeDays(span);
  const [firstDay, lastDay] = [whole.first - 1, whole.last + 1];
  const wholeOnes = wholeBlocks(whole);
  const isAll = sql`block BETWEEN ${wholeOnes.first} AND ${wholeOnes.last}`;
  const [segments = [], blocks = [], days = []] = await readTogether(db, [
    selectSegments(monitorIds, span),
    sql`
      SELECT monitor_id, block, hex(CASE WHEN ${isAll} THEN total ELSE days END) AS packed FROM ${ids}
      JOIN response_blocks ON monitor_id = value AND block BETWEEN ${blockOf(whole.first)} AND ${blockOf(whole.last)}
      WHERE ${whole.first} <= ${whole.last}`,
    sql`
      SELECT monitor_id, day, hex(hours) AS packed FROM ${ids}
      JOIN response_days ON monitor_id = value AND day BETWEEN ${firstDay} AND ${lastDay} AND (
        day IN (${firstDay}, ${lastDay}) OR day > coalesce((SELECT through FROM response_blocks b
          WHERE b.monitor_id = value ORDER BY block DESC LIMIT 1), -1))`,
  ]);
  const found = new Map<number, ReportRows>(
    monitorIds.map((id) => [id, { segments: [], times: [], days: new Map() }]),
  );
  takeSegments(found, segments as HistoryRow[]);
  for (const { monitor_id, block, packed } of blocks as BlockRow[]) {
    for (const [day, times] of read(packed, { monitorId: monitor_id }) ?? []) {
      if (isWithin(block, wholeOnes) || isWithin(block * BLOCK_DAYS + day, whole))
        found.get(monitor_id)?.times.push(times);
    }
  }
  for (const { monitor_id, day, packed } of days as DayRow[]) {
    const hours = read(packed, { monitorId: monitor_id });
    if (hours) found.get(monitor_id)?.days.set(day, hours);
  }
  return found;
}

interface TrendRows {
  segments: ReadonlyMap<number, Pick<ReportRows, "segments">>;
  days: { day: number; hours: ResponseDay }[];
}

export async function readTrendRows(
  db: Db,
  monitorIds: readonly number[],
  { daysFrom, ...span }: Span & { daysFrom: number },
): Promise<TrendRows> {
  const [rows = [], days = []] = await readTogether(db, [
    selectSegments(monitorIds, span),
    sql`
      SELECT day, group_concat(hex(hours)) AS packed FROM json_each(${JSON.stringify(monitorIds)})
      CROSS JOIN response_days ON monitor_id = value AND day >= ${Math.floor(daysFrom / DAY_MS)}
      GROUP BY day, key / ${PACKED_DAYS}`,
  ]);
  const segments = new Map(monitorIds.map((id) => [id, { segments: [] }]));
  takeSegments(segments, rows as HistoryRow[]);
  return {
    segments,
    days: (days as { day: number; packed: string }[]).flatMap(({ day, packed }) =>
      packed.split(",").flatMap((hex) => ({ day, hours: read(hex, { day }) ?? new Map() })),
    ),
  };
}

function selectSegments(monitorIds: readonly number[], { from, to }: Span): SQL {
  return sql`
    SELECT monitor_id, json_group_array(json_array(from_at, to_at, state)) AS packed FROM json_each(${JSON.stringify(monitorIds)})
    CROSS JOIN monitor_history ON monitor_id = value AND from_at < ${to}
      AND from_at >= coalesce((SELECT max(o.from_at) FROM monitor_history o
                               WHERE o.monitor_id = value AND o.from_at < ${from} AND o.state <> 'down'), 0)
    GROUP BY monitor_id, from_at / ${PACKED_MS}`;
}

function takeSegments(
  found: ReadonlyMap<number, { segments: Segment[] }>,
  rows: readonly HistoryRow[],
): void {
  for (const { monitor_id, packed } of rows) {
    const own = found.get(monitor_id);
    for (const [from, to, state] of JSON.parse(packed) as [number, number | null, HistoryState][])
      own?.segments.push({ from, to, state, message: "" });
  }
  for (const own of found.values())
    own.segments = withoutAhead(own.segments.toSorted((a, b) => a.from - b.from));
}

/** Unreadable days are skipped: they must not cost other monitors their report. */
function read(packed: string, details: Record<string, number>): ResponseDay | null {
  return orLog("failed to read response times", details, () => decodeResponseDay(fromHex(packed)));
}
