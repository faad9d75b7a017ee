import { type SQL, sql } from "drizzle-orm";
import { HEARTBEAT_TYPE } from "../domain/monitor/rule.ts";
import { DAY_SETTING } from "./day.ts";
import { type Db, readWithSize } from "./db.ts";
import { MIRROR } from "./mirror.ts";

const MOST_COUNTED = 1000;
const MOST_CHANNELS = 200;
const LAST_NOTICES = 20;

export interface HealthMonitor {
  id: number;
  name: string;
  type: string;
  isPaused: boolean;
  intervalSecs: number;
  schedule: string | null;
  createdAt: number;
  checkedAt: number | null;
  status: string | null;
  places: number;
  everyPlaceEvery: number | null;
  agent: string | null;
  sendsIcmp: boolean;
}

interface FailingChannel {
  id: number;
  name: string;
  type: string;
  lastError: string | null;
  failedAt: number;
}

interface Depth {
  waiting: number;
  oldestDueAt: number | null;
}

export interface HealthRows {
  settings: ReadonlyMap<string, unknown>;
  monitors: HealthMonitor[];
  queues: Record<
    "deliveries" | "actionRuns" | "subscriberDeliveries" | "subscriberEvents" | "subscriberMails",
    Depth
  >;
  untaken: Depth;
  channels: { id: number; type: string }[];
  failingChannels: FailingChannel[];
  lastMail: { hasFailed: boolean; error: string | null; at: number } | null;
  highest: { deliveries: number; actionRuns: number };
  rows: Record<"audit" | "deliveries" | "action_runs" | "subscriber_deliveries", number>;
  bytes: number | null;
  firstAt: number | null;
}

interface DepthRow {
  waiting: number;
  oldest: number | null;
}

type SizeName = keyof HealthRows["rows"] | "lastDelivery" | "lastRun" | "firstAt";

type StoredRows = [
  { name: string; value: string },
  Omit<HealthMonitor, "isPaused" | "sendsIcmp"> & { paused: number; icmp: number },
  ...[DepthRow, DepthRow, DepthRow, DepthRow, DepthRow, DepthRow],
  HealthRows["channels"][number],
  FailingChannel,
  { status: string; error: string | null; at: number },
  Record<SizeName, number | null>,
];

export async function readHealthRows(
  db: Db,
  { now, settings }: { now: number; settings: readonly string[] },
): Promise<HealthRows> {
  const names = JSON.stringify([...settings, DAY_SETTING, MIRROR]);
  const { responses, bytes } = await readWithSize<StoredRows>(db, [
    sql`SELECT name, value FROM settings WHERE name IN (SELECT value FROM json_each(${names}))`,
    sql`
      SELECT id, name, type, paused, interval_secs AS intervalSecs, created_at AS createdAt,
        checked_at AS checkedAt, current AS status, json_array_length(locations) AS places,
        every_place_every AS everyPlaceEvery, agent, type = 'ping' AND coalesce(config ->> 'mode', '') = 'icmp' AS icmp,
        CASE WHEN type = ${HEARTBEAT_TYPE} THEN json_extract(config, '$.schedule') END AS schedule
      FROM monitors LEFT JOIN monitor_status ON monitor_id = id ORDER BY name COLLATE NOCASE, id`,
    depthOf(sql`deliveries WHERE status = 'pending'`, now),
    depthOf(sql`action_runs WHERE status IN ('waiting', 'running')`, now),
    depthOf(
      sql`subscriber_deliveries WHERE status = 'pending' AND (claimed_until IS NULL OR attempt_count > 1)`,
      now,
    ),
    sql`SELECT count(*) AS waiting, min(created_at) AS oldest FROM fanouts WHERE finished_at IS NULL`,
    depthOf(sql`subscriber_notices WHERE status = 'pending'`, now),
    sql`
      SELECT count(*) AS waiting, min(at) AS oldest
      FROM (
        SELECT at FROM monitor_events WHERE offered = 0 UNION ALL SELECT at FROM alert_notices
        ORDER BY at LIMIT ${MOST_COUNTED})`,
    sql`SELECT id, type FROM channels WHERE enabled = 1 ORDER BY id LIMIT ${MOST_CHANNELS}`,
    sql`
      SELECT c.id, c.name, c.type, d.last_error AS lastError, d.created_at AS failedAt
      FROM channels c CROSS JOIN deliveries d ON d.id = (
        SELECT max(id) FROM deliveries WHERE channel_id = c.id AND status IN ('delivered', 'failed'))
      WHERE c.enabled = 1 AND d.status = 'failed' ORDER BY c.name COLLATE NOCASE`,
    sql`
      SELECT status, last_error AS error, created_at AS at
      FROM (SELECT * FROM subscriber_notices ORDER BY id DESC LIMIT ${LAST_NOTICES})
      WHERE status IN ('delivered', 'failed') ORDER BY id DESC LIMIT 1`,
    sql`
      SELECT ${spanOf("audit")} AS audit, ${spanOf("deliveries")} AS deliveries,
        ${spanOf("action_runs")} AS action_runs,
        (SELECT coalesce(max(id), 0) FROM deliveries) AS lastDelivery,
        (SELECT coalesce(max(id), 0) FROM action_runs) AS lastRun, (SELECT min(at) FROM audit) AS firstAt,
        ${spanOf("fanouts")} * ${spanOf("subscribers")} AS subscriber_deliveries`,
  ]);
  const [stored, monitors, deliveries, actionRuns, subscriberDeliveries, subscriberEvents, mails, ...others] =
    responses;
  const [untaken, channels, failingChannels, [mail], [sizes]] = others;
  const size = (name: SizeName) => sizes?.[name] ?? 0;
  return {
    settings: new Map(stored.map(({ name, value }) => [name, parse(value)])),
    monitors: monitors.map(({ paused, icmp, ...monitor }) => {
      return { ...monitor, isPaused: paused === 1, sendsIcmp: icmp === 1 };
    }),
    queues: {
      deliveries: toDepth(deliveries),
      actionRuns: toDepth(actionRuns),
      subscriberDeliveries: toDepth(subscriberDeliveries),
      subscriberEvents: toDepth(subscriberEvents),
      subscriberMails: toDepth(mails),
    },
    untaken: toDepth(untaken),
    channels,
    failingChannels,
    lastMail: mail ? { hasFailed: mail.status === "failed", error: mail.error, at: mail.at } : null,
    highest: { deliveries: size("lastDelivery"), actionRuns: size("lastRun") },
    rows: {
      audit: size("audit"),
      deliveries: size("deliveries"),
      action_runs: size("action_runs"),
      subscriber_deliveries: size("subscriber_deliveries"),
    },
    bytes,
    firstAt: size("firstAt") || null,
  };
}

function depthOf(waiting: SQL, now: number): SQL {
  return sql`
    SELECT count(*) AS waiting, min(due_at) AS oldest
    FROM (SELECT due_at FROM ${waiting} AND due_at <= ${now} ORDER BY due_at LIMIT ${MOST_COUNTED})`;
}

/** First to last id: counting would read every row. */
function spanOf(table: string): SQL {
  const name = sql.raw(table);
  return sql`coalesce((SELECT max(id) FROM ${name}) - (SELECT min(id) FROM ${name}) + 1, 0)`;
}

function toDepth([row]: readonly DepthRow[]): Depth {
  return { waiting: row?.waiting ?? 0, oldestDueAt: row?.oldest ?? null };
}

/** Invalid JSON counts as absent: one part must not hide the others. */
function parse(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}
