import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type {
  ActionMetricRow,
  ChannelMetricRow,
  MetricPage,
  MetricRows,
  SubscriberCount,
  Tally,
} from "../domain/system/metric_rows.ts";
import { type Db, decodeRows, listOf, readTogether } from "./db.ts";
import { MIRRORS, type MirrorRow, toMirror } from "./mirror.ts";
import { settings, tallies } from "./tables.ts";
import { watchTurns } from "./tables_monitor.ts";
import { pages } from "./tables_page.ts";
import { selectWatches } from "./watch.ts";

const MOST_RETRIES = 10_000;

export async function readMetricRows(
  db: Db,
  { names, hasSubscribers, now }: { names: readonly string[]; hasSubscribers: boolean; now: number },
): Promise<MetricRows> {
  const rows = await readTogether<
    [
      { watch: number },
      { name: string; value: string },
      ChannelMetricRow,
      Record<string, unknown>,
      ActionMetricRow,
      Record<string, unknown>,
      MetricRows["fanouts"],
      { count: number },
      MetricRows["hushed"],
      MetricPage,
      MirrorRow,
      { watch: number; turn: number },
      ...SubscriberCount[],
    ]
  >(db, [
    selectWatches(),
    db
      .select({ name: settings.name, value: settings.value })
      .from(settings)
      .where(inArray(settings.name, listOf(names))),
    selectChannels(),
    selectTallies(db, "delivery"),
    selectActions(),
    selectTallies(db, "run"),
    sql`SELECT count(*) AS open, min(created_at) AS oldestAt FROM fanouts WHERE finished_at IS NULL`,
    sql`
      SELECT count(*) AS count FROM (
        SELECT 1 FROM subscriber_deliveries
        WHERE status = 'pending' AND (claimed_until IS NULL OR attempt_count > 1) LIMIT ${MOST_RETRIES})`,
    sql`
      SELECT (SELECT count(*) FROM acknowledgements WHERE until_at IS NULL OR until_at > ${now}) AS acknowledged,
        (SELECT count(*) FROM snoozes WHERE until_at > ${now}) AS snoozed`,
    db.select({ id: pages.id, key: pages.key }).from(pages).orderBy(pages.position, pages.id),
    MIRRORS,
    db.select({ watch: watchTurns.watch, turn: watchTurns.turn }).from(watchTurns),
    ...(hasSubscribers
      ? [
          sql`
          SELECT page_id AS pageId, type, status, count(*) AS count FROM subscribers
          GROUP BY page_id, type, status`,
        ]
      : []),
  ]);
  const [watches, stored, channels, deliveries, actions, runs, ...others] = rows;
  const [fanouts, retries, hushed, pageRows, mirrors, turns, subscribers] = others;
  return {
    watches: watches.map(({ watch }) => watch),
    turns: new Map(turns.map(({ watch, turn }) => [watch, turn])),
    settings: new Map(stored.map(({ name, value }) => [name, JSON.parse(value)])),
    channels,
    deliveries: toTallies(deliveries),
    actions,
    runs: toTallies(runs),
    fanouts: fanouts[0] ?? { open: 0, oldestAt: null },
    hushed: hushed[0] ?? { acknowledged: 0, snoozed: 0 },
    retries: retries[0]?.count ?? 0,
    subscribers: subscribers ?? null,
    pages: pageRows,
    mirrors: mirrors.map(toMirror),
  };
}

/** The index is named: left alone, SQLite takes one in group order and scans everything ever sent. */

function selectChannels(): SQL {
  return sql`
    SELECT c.id, c.key, c.name, c.type, coalesce(d.held, 0) AS held, coalesce(d.due, 0) AS due, d.oldestDueAt
    FROM channels AS c LEFT JOIN (
      SELECT channel_id, sum(held_until IS NOT NULL) AS held, sum(held_until IS NULL) AS due,
        min(CASE WHEN held_until IS NULL THEN created_at END) AS oldestDueAt
      FROM deliveries INDEXED BY deliveries_pending WHERE status = 'pending' GROUP BY channel_id) AS d ON d.channel_id = c.id
    ORDER BY c.id`;
}

function selectActions(): SQL {
  return sql`
    SELECT a.id, a.key, a.name, coalesce(r.held, 0) AS held, coalesce(r.due, 0) AS due, r.oldestDueAt
    FROM actions AS a LEFT JOIN (
      SELECT action_id, sum(fired_at IS NULL) AS held, sum(fired_at IS NOT NULL) AS due,
        min(fired_at) AS oldestDueAt
      FROM action_runs INDEXED BY action_runs_open WHERE status IN ('waiting', 'running') GROUP BY action_id) AS r ON r.action_id = a.id
    ORDER BY a.id`;
}

function selectTallies(db: Db, kind: "delivery" | "run") {
  const { objectId, status, count } = tallies;
  return db.select({ objectId, status, count }).from(tallies).where(eq(tallies.kind, kind));
}

function toTallies(rows: readonly Record<string, unknown>[]): Tally[] {
  return decodeRows(tallies, rows).map(({ objectId, status, count }) => ({ objectId, status, count }));
}
