import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { SET_BACK_MS } from "../domain/monitor/set_back.ts";
import { attemptsPerRound, OUTGOING, type OutgoingTable } from "../domain/outgoing/policy.ts";
import { CLAIM_MS, LATEST_CLAIM_MS } from "../domain/system/claim.ts";
import { guard, listOf, returnedRows, type Statement } from "./db.ts";
import { anyOf, type Condition, type DueRows, hasRows } from "./due.ts";
import { actionRuns } from "./tables_action.ts";
import { deliveries } from "./tables_alert.ts";
import { subscriberDeliveries, subscriberNotices } from "./tables_subscriber.ts";
import { countEnds } from "./tally.ts";
import { wholeOf } from "./whole_of.ts";

interface TableRules {
  table: SQLiteTable;
  /** Rows that still have to be sent, in the words of the partial index. */
  isOpen: SQL;
  maxAttempts: SQL;
  isHeld?: SQL;
  claim?: SQL;
  /** Another row has to be sent first. */
  isBehind?(ids: readonly number[], now: number): SQL;
  claimed?: SQL;
  overdue?: SQL;
  interrupt(now: number): SQL;
  tally?: { kind: "delivery" | "run"; objectId: SQL };
}

const RULES = {
  deliveries: {
    table: deliveries,
    isOpen: sql`status = 'pending'`,
    maxAttempts: sql`max_attempts`,
    isHeld: sql`(held_until IS NOT NULL)`,
    claim: sql`, held_until = NULL`,
    isBehind: isRecoveryBehindAlert,
    overdue: sql`, channel_id AS channelId, event_id AS eventId, held_until AS heldUntil, due_at AS dueAt`,
    interrupt: () => sql`last_error = ${OUTGOING.deliveries.interrupted}`,
    tally: { kind: "delivery", objectId: sql`channel_id` },
  },
  action_runs: {
    table: actionRuns,
    isOpen: sql`status IN ('waiting', 'running') AND fired_at IS NOT NULL`,
    maxAttempts: sql`${attemptsPerRound("action_runs")}`,
    claim: sql`, status = 'running'`,
    interrupt: (now) => sql`
      finished_at = ${now}, failure_offered = 0, attempts = json_insert(attempts, '$[#]', json_object(
        'at', ${wholeOf(now)}, 'httpStatus', NULL, 'ms', 0, 'error', ${OUTGOING.action_runs.interrupted}))`,
    tally: { kind: "run", objectId: sql`action_id` },
  },
  subscriber_deliveries: {
    table: subscriberDeliveries,
    isOpen: sql`status = 'pending' AND (claimed_until IS NULL OR attempt_count > 1)`,
    maxAttempts: sql`max_attempts`,
    claimed: sql`, (SELECT type FROM subscribers WHERE id = subscriber_deliveries.id % 1000000000) AS type`,
    interrupt: () => sql`last_error = ${OUTGOING.subscriber_deliveries.interrupted}`,
  },
  subscriber_notices: {
    table: subscriberNotices,
    isOpen: sql`status = 'pending'`,
    maxAttempts: sql`${attemptsPerRound("subscriber_notices")}`,
    interrupt: () => sql`token = NULL, last_error = ${OUTGOING.subscriber_notices.interrupted}`,
  },
} satisfies Record<OutgoingTable, TableRules>;

export type OutgoingRow<T extends OutgoingTable> = (typeof RULES)[T]["table"]["$inferSelect"];

function rulesOf(name: OutgoingTable): TableRules {
  return RULES[name];
}

export function claimOutgoing(name: OutgoingTable, ids: readonly number[], now: number): Statement {
  const { table, isOpen, maxAttempts, claim = sql``, claimed = sql``, isBehind } = rulesOf(name);
  const isNext = isBehind ? sql`AND NOT ${isBehind(ids, now)}` : sql``;
  return sql`
    UPDATE ${table} SET claimed_until = ${now + CLAIM_MS[name]}, attempt_count = attempt_count + 1${claim}
    WHERE id IN ${listOf(ids)} AND ${isOpen} AND due_at <= ${now} AND ${isUnclaimed(now)}
      AND attempt_count < ${maxAttempts} ${isNext}
    RETURNING *${claimed}`;
}

const MOST_BEFORE = 20;

function isRecoveryBehindAlert(ids: readonly number[], now: number): SQL {
  const isClaimedToo = sql`earlier.id IN ${listOf(ids)} AND earlier.due_at <= ${now} AND ${isUnclaimed(now)}`;
  return sql`(event_type = 'recovery' AND EXISTS (
    SELECT 1 FROM (
      SELECT * FROM deliveries AS before
      WHERE before.monitor_id = deliveries.monitor_id AND before.id < deliveries.id
      ORDER BY before.id DESC LIMIT ${MOST_BEFORE}) AS earlier
    WHERE earlier.channel_id = deliveries.channel_id AND earlier.recipient IS deliveries.recipient
      AND earlier.status = 'pending' AND earlier.held_until IS NULL AND NOT (${isClaimedToo})))`;
}

export function claimedRows<T extends OutgoingTable>(
  name: T,
  result: D1Result | undefined,
): OutgoingRow<T>[] {
  return returnedRows(RULES[name].table, result);
}

interface EndedRow {
  id: number;
  claimedUntil: number | null;
  status: string;
  dueAt: number;
}

export type OutgoingEnd<T extends OutgoingTable> = EndedRow & Partial<OutgoingRow<T>>;

/** Writes the columns that the ends name. A message that was sent counts even if its claim had expired. */
export function endOutgoing<T extends OutgoingTable>(name: T, ends: readonly OutgoingEnd<T>[]): Statement[] {
  const { table, tally } = rulesOf(name);
  const { retryStatus, sentStatus } = OUTGOING[name];
  const isEnded = sql`${table}.id = own.value ->> 'id' AND ${table}.status = ${retryStatus}
    AND (${table}.claimed_until = own.value ->> 'claimedUntil' OR own.value ->> 'status' = ${sentStatus})`;
  const update = sql`
    UPDATE ${table} SET ${columnsOf(table, ends)}, claimed_until = NULL
    FROM json_each(${JSON.stringify(ends)}) AS own WHERE ${isEnded}`;
  const ended = ends
    .filter(({ status }) => status !== retryStatus)
    .map(({ id, claimedUntil, status }) => ({ id, claimedUntil, status }));
  if (!tally || ended.length === 0) return [update];
  const ending = sql`
    SELECT ${table}.${tally.objectId} AS object_id, own.value ->> 'status' AS status
    FROM json_each(${JSON.stringify(ended)}) AS own CROSS JOIN ${table} WHERE ${isEnded}`;
  return [countEnds(tally.kind, ending), update];
}

function columnsOf(table: SQLiteTable, [end]: readonly EndedRow[]): SQL {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([key]) => end && key in end && key !== "id" && key !== "claimedUntil",
  );
  const sets = columns.map(([key, { name, dataType }]) => {
    const arrow = sql.raw(dataType === "json" ? "->" : "->>");
    return sql`${sql.identifier(name)} = own.value ${arrow} ${key}`;
  });
  return sql.join(sets, sql`, `);
}

function interruptedRows(name: OutgoingTable, now: number): DueRows {
  const { table, isOpen, maxAttempts } = rulesOf(name);
  const where = sql`
    ${isOpen} AND due_at <= ${now} AND attempt_count >= ${maxAttempts} AND ${isClaimOver(now)}`;
  return { table, where };
}

export function failInterrupted(name: OutgoingTable, now: number): Statement[] {
  const { interrupt, tally } = rulesOf(name);
  const { table, where: isInterrupted } = interruptedRows(name, now);
  const update = sql`
    UPDATE ${table} SET status = 'failed', claimed_until = NULL, ${interrupt(now)} WHERE ${isInterrupted}`;
  if (!tally) return [update];
  const ending = sql`
    SELECT ${tally.objectId} AS object_id, 'failed' AS status FROM ${table} WHERE ${isInterrupted}`;
  return [countEnds(tally.kind, ending), update];
}

/** After the clock was set back, postponed attempts are due at once. Held rows wait for their object. */
function aheadRows(name: OutgoingTable, now: number): DueRows {
  const { table, isOpen, isHeld = sql`false` } = rulesOf(name);
  return { table, where: sql`${isOpen} AND due_at > ${now} AND NOT ${isHeld} AND ${isAhead(table, now)}` };
}

export function bringForward(name: OutgoingTable, now: number): Statement {
  const { table, where } = aheadRows(name, now);
  return sql`UPDATE ${table} SET due_at = ${now} WHERE ${where}`;
}

function isAhead(table: SQLiteTable, now: number): SQL {
  const triedAt = "attempts" in getTableColumns(table) ? sql`coalesce(attempts ->> '$[#-1].at', 0)` : sql`0`;
  return sql`max(created_at, ${triedAt}) > ${now + SET_BACK_MS}`;
}

interface Overdue {
  before: number;
  now: number;
}

function overdueRows(name: OutgoingTable, { before, now }: Overdue): DueRows {
  const { table, isOpen, isHeld } = rulesOf(name);
  const isHeldAhead = isHeld ? sql`OR (${isHeld} AND ${isAhead(table, now)})` : sql``;
  const where = sql`${isOpen} AND (due_at <= ${before} ${isHeldAhead}) AND ${isUnclaimed(now)}`;
  return { table, where };
}

/** As part of the batch before it, it costs no call of its own. */
export function selectOverdue(
  name: OutgoingTable,
  { limit, ...overdue }: Overdue & { limit: number },
): Statement {
  const { table, where } = overdueRows(name, overdue);
  return sql`
    SELECT id${rulesOf(name).overdue ?? sql``} FROM ${table} WHERE ${where} ORDER BY due_at LIMIT ${limit}`;
}

export function isSweepDue(name: OutgoingTable, overdue: Overdue): Condition {
  const { now } = overdue;
  const rows = [interruptedRows(name, now), aheadRows(name, now), overdueRows(name, overdue)];
  return anyOf(rows.map(hasRows));
}

export function restartOutgoing(
  name: "deliveries" | "subscriber_deliveries",
  id: number,
  now: number,
): Statement[] {
  const { table } = rulesOf(name);
  const hasFailed = sql`id = ${id} AND status = 'failed'`;
  return [
    guard(sql`EXISTS (SELECT 1 FROM ${table} WHERE ${hasFailed})`),
    sql`
      UPDATE ${table} SET status = 'pending', due_at = ${now}, claimed_until = NULL,
        max_attempts = attempt_count + ${attemptsPerRound(name)}
      WHERE ${hasFailed}`,
  ];
}

export function returnedIds(results: readonly D1Result[]): number[] {
  return results.flatMap(({ results: rows }) =>
    (rows as { id?: number | null }[]).flatMap(({ id }) => id ?? []),
  );
}

export function isUnclaimed(now: number): SQL {
  return sql`(claimed_until IS NULL OR ${isClaimOver(now)})`;
}

/** Expired, or made before the clock was set back. */
function isClaimOver(now: number): SQL {
  return sql`(claimed_until < ${now} OR claimed_until > ${now + LATEST_CLAIM_MS})`;
}

export function releaseClaims(before: number): Statement[] {
  return Object.entries(CLAIM_MS).map(
    ([table, claimMs]) => sql`
      UPDATE ${sql.raw(table)} SET claimed_until = ${before - 1}
      WHERE claimed_until >= ${before} AND claimed_until < ${before + claimMs}`,
  );
}

export interface ClaimSpan {
  now: number;
  until: number;
}
