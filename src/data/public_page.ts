import { and, getTableColumns, gt, isNull, type SQL, sql } from "drizzle-orm";
import { paceOf } from "../domain/monitor/rule.ts";
import type { LiveStatus } from "../domain/monitor/watch_item.ts";
import type { Placed } from "../domain/page/layout.ts";
import type { PageMonitorRow, PageRows } from "../domain/page/page_rows.ts";
import { settingOf } from "../domain/page/site.ts";
import { decodeResponseDay } from "../domain/uptime/response_times.ts";
import type { HistoryState } from "../domain/uptime/uptime.ts";
import { DAY_MS, HOUR_MS } from "../lib/units.ts";
import { type Db, decodeRows, listOf, readTogether } from "./db.ts";
import { withMonitors } from "./maintenance.ts";
import { PUBLIC_NAME } from "./public_name.ts";
import { parseRecurs, recurs } from "./recurs.ts";
import { maintenance, maintenanceMonitors } from "./tables_monitor.ts";

interface HistoryRow {
  id: number;
  name: string;
  description: string | null;
  type: string;
  is_plain: number | null;
  paused: number;
  interval_secs: number;
  grace_secs: number | null;
  schedule: string | null;
  from_at: number | null;
  to_at: number | null;
  state: HistoryState;
}

type StoredPage = [
  { name: string; value: string },
  { code: string; name: string; is_default: number; translations: string },
  HistoryRow,
  ...[Record<string, unknown>, Record<string, unknown>],
  { monitor_id: number; day: number; hours: number[] },
];

type PlacedOn = Readonly<Record<"monitors" | "longCharts", readonly Placed[]>>;

function layoutRow(layout: PlacedOn | null, pageId: number): SQL {
  if (!layout) return sql`(SELECT value FROM settings WHERE name = ${settingOf("layout", pageId)})`;
  const { monitors, longCharts } = layout;
  return sql`(SELECT ${JSON.stringify({ monitors, longCharts })} AS value)`;
}

/**
 * One batch. A monitor without changes costs four rows; response times are read only for charts of more than
 * a day, from the day in `daysFrom`.
 */
export async function readPageRows(
  db: Db,
  {
    pageId,
    names,
    now,
    daysFrom,
    layout = null,
  }: {
    pageId: number;
    names: readonly string[];
    now: number;
    daysFrom: ReadonlyMap<number, number>;
    layout?: PlacedOn | null;
  },
): Promise<PageRows> {
  const placed = layoutRow(layout, pageId);
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const from = sql`(${today} - (coalesce(
    (SELECT value ->> 'barDays' FROM settings WHERE name = ${settingOf("branding", pageId)}), 30) - 1) * ${DAY_MS})`;
  const chartFrom = sql`(${now} - (p.value ->> 'chartHours') * ${HOUR_MS})`;
  const since = sql`min(${from}, ${chartFrom})`;
  // A chart of 90 days begins on the day before the first bar.
  const longestFrom = today - 90 * DAY_MS;
  const [settings, locales, monitors, windows, links, days] = await readTogether<StoredPage>(db, [
    sql`SELECT name, value FROM settings WHERE name IN ${listOf(names.map((name) => settingOf(name, pageId)))}`,
    sql`SELECT code, name, is_default, translations FROM locales WHERE published = 1 ORDER BY code`,
    sql`
      SELECT m.id, ${PUBLIC_NAME} AS name, m.public_description AS description, m.type, m.paused, m.interval_secs,
        m.config ->> 'url' LIKE 'http:%' AS is_plain, m.config ->> 'graceSecs' AS grace_secs, m.config ->> 'schedule' AS schedule,
        h.from_at, h.to_at, h.state
      FROM ${placed} s CROSS JOIN json_each(s.value, '$.monitors') p CROSS JOIN monitors m ON m.id = p.value ->> 'id'
      LEFT JOIN monitor_history h ON h.monitor_id = m.id AND h.from_at >= coalesce(
        (SELECT max(o.from_at) FROM monitor_history o WHERE o.monitor_id = m.id AND o.from_at <= ${since}), ${since})
      ORDER BY p.key, h.from_at`,
    db
      .select({ ...getTableColumns(maintenance), recurs })
      .from(maintenance)
      .where(and(isNull(maintenance.series), gt(maintenance.endsAt, longestFrom)))
      .orderBy(maintenance.startsAt, maintenance.id),
    sql`
      SELECT l.maintenance_id, l.monitor_id FROM maintenance w
      CROSS JOIN maintenance_monitors l ON l.maintenance_id = w.id WHERE w.ends_at > ${longestFrom}`,
    daysQuery(placed, chartFrom, daysFrom),
  ]);
  return {
    settings: new Map(settings.map(({ name, value }) => [ownName(name), JSON.parse(value)])),
    locales: locales.map(({ is_default, translations, ...row }) => {
      return { ...row, isDefault: is_default === 1, translations: JSON.parse(translations) };
    }),
    monitors: toMonitors(monitors),
    windows: withMonitors(decodeWindows(windows), decodeRows(maintenanceMonitors, links)),
    responseDays: days.map(({ monitor_id, day, hours }) => {
      return { monitorId: monitor_id, day, hours: decodeResponseDay(new Uint8Array(hours)) };
    }),
  };
}

function ownName(setting: string): string {
  return setting.replace(/\/\d+$/, "");
}

function daysQuery(placed: SQL, chartFrom: SQL, daysFrom: ReadonlyMap<number, number>): SQL {
  const known = JSON.stringify(Object.fromEntries(daysFrom));
  return sql`
    SELECT r.monitor_id, r.day, r.hours FROM ${placed} s CROSS JOIN json_each(s.value, '$.longCharts') p
    CROSS JOIN response_days r ON r.monitor_id = p.value ->> 'id'
      AND r.day >= max(CAST(${chartFrom} / ${DAY_MS} AS INTEGER),
        coalesce(${known} ->> ('$."' || (p.value ->> 'id') || '"'), 0))`;
}

function toMonitors(rows: readonly HistoryRow[]): PageMonitorRow[] {
  const found = new Map<number, PageMonitorRow>();
  for (const row of rows) {
    const { id, name, description, type, is_plain, paused, interval_secs, grace_secs, schedule } = row;
    const { from_at, to_at, state } = row;
    const own = found.get(id) ?? {
      id,
      name,
      description,
      type,
      isPlain: is_plain === 1,
      isPaused: paused === 1,
      ...paceOf({ type, intervalSecs: interval_secs, config: { graceSecs: grace_secs, schedule } }),
      segments: [],
    };
    if (from_at !== null) own.segments.push({ from: from_at, to: to_at, state, message: "" });
    found.set(id, own);
  }
  return [...found.values()];
}

function decodeWindows(rows: readonly Record<string, unknown>[]) {
  return decodeRows(maintenance, rows).map((row, i) => ({
    ...row,
    recurs: parseRecurs(rows[i]?.["recurs"]),
  }));
}

export async function listStoredStatuses(db: Db, ids: readonly number[]): Promise<LiveStatus[]> {
  const rows = await db.all<
    { [K in keyof Omit<LiveStatus, "open" | "affectedBy">]: LiveStatus[K] } & { affectedBy: string }
  >(sql`
    SELECT monitor_id AS id, current, current_since AS currentSince, checked_at AS checkedAt,
      response_ms AS responseMs, affected_by AS affectedBy
    FROM json_each(${JSON.stringify(ids)}) JOIN monitor_status ON monitor_id = value`);
  return rows.map((row) => ({ ...row, open: null, affectedBy: JSON.parse(row.affectedBy) }));
}
