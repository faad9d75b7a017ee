import { type SQL, sql } from "drizzle-orm";
import type { SuppressReason } from "../domain/alert/decision.ts";
import { type DeliveryChange, MAX_ATTEMPTS, type NewDelivery } from "../domain/alert/delivery.ts";
import type { Statement } from "./db.ts";
import { listOf } from "./list_of.ts";
import { countEnds } from "./tally.ts";

/** Writes what a channel's object has decided. Repeating it changes nothing. */
export function applyChanges(channelId: number, changes: readonly DeliveryChange[]): Statement[] {
  const statements: Statement[] = [];
  for (const run of runsOf(changes)) {
    if (run[0]?.kind === "add") {
      statements.push(
        ...insertDeliveries(
          channelId,
          run.flatMap((change) => (change.kind === "add" ? [change.delivery] : [])),
        ),
      );
      continue;
    }
    for (const change of run) {
      if (change.kind === "merge") {
        statements.push(
          ...insertDeliveries(channelId, [change.digest]),
          ...suppressDeliveries(channelId, { eventIds: change.eventIds, reason: "merged into digest" }),
        );
      } else if (change.kind === "release") statements.push(releaseDeliveries(channelId, change));
      else if (change.kind === "suppress") statements.push(...suppressDeliveries(channelId, change));
    }
  }
  return statements;
}

/** Neighbours of the same kind together: many that begin are one statement. */
function runsOf(changes: readonly DeliveryChange[]): DeliveryChange[][] {
  const runs: DeliveryChange[][] = [];
  for (const change of changes) {
    const last = runs.at(-1);
    if (last?.[0]?.kind === change.kind) last.push(change);
    else runs.push([change]);
  }
  return runs;
}

function insertDeliveries(
  channelId: number,
  rows: readonly NewDelivery[],
  maxAttempts = MAX_ATTEMPTS,
): Statement[] {
  const ended = rows
    .filter(({ status }) => status !== "pending")
    .map(({ eventId, status }) => ({ eventId, status }));
  const isNew = sql`NOT EXISTS (
    SELECT 1 FROM deliveries WHERE channel_id = ${channelId} AND event_id = value ->> 'eventId')`;
  const ending = sql`
    SELECT ${channelId} AS object_id, value ->> 'status' AS status
    FROM json_each(${JSON.stringify(ended)}) WHERE ${isNew}`;
  const insert = sql`
    INSERT OR IGNORE INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_id, monitor_name,
      event_type, status, reason, held_until, due_at, max_attempts, message, created_at)
    SELECT ${channelId}, value ->> 'eventId', value ->> 'channelName', value ->> 'channelType', value ->> 'monitorId',
      value ->> 'monitorName', value ->> 'eventType', value ->> 'status', value ->> 'reason', value ->> 'heldUntil',
      value ->> 'dueAt', ${maxAttempts}, value -> 'message', value ->> 'createdAt'
    FROM json_each(${JSON.stringify(rows)})`;
  return ended.length > 0 ? [countEnds("delivery", ending), insert] : [insert];
}

function suppressDeliveries(
  channelId: number,
  { eventIds, reason }: { eventIds: readonly string[]; reason: SuppressReason },
): Statement[] {
  const isHeld = sql`${ofEvents(channelId, eventIds)} AND status = 'pending' AND attempt_count = 0`;
  return [
    countEnds("delivery", endingAs("suppressed", isHeld)),
    sql`
      UPDATE deliveries SET status = 'suppressed', reason = ${reason}, held_until = NULL
      WHERE ${isHeld}`,
  ];
}

/** The deliveries that this holds for, as ends to count. */
export function endingAs(status: "suppressed" | "failed", where: SQL): SQL {
  return sql`SELECT channel_id AS object_id, ${status} AS status FROM deliveries WHERE ${where}`;
}

function releaseDeliveries(
  channelId: number,
  { eventIds, heldUntil, dueAt, message }: Extract<DeliveryChange, { kind: "release" }>,
): Statement {
  const said = message ? JSON.stringify(message) : null;
  return sql`
    UPDATE deliveries SET held_until = ${heldUntil}, due_at = ${dueAt}, message = coalesce(${said}, message)
    WHERE ${ofEvents(channelId, eventIds)} AND status = 'pending' AND attempt_count = 0`;
}

function ofEvents(channelId: number, eventIds: readonly string[]): SQL {
  return sql`channel_id = ${channelId} AND event_id IN ${listOf(eventIds)}`;
}

/** Which of these events are to be sent now: asked in the batch that writes them, it costs no call of its own. */
export function selectDue(
  channelId: number,
  { eventIds, now }: { eventIds: readonly string[]; now: number },
): Statement {
  return sql`
    SELECT id FROM deliveries
    WHERE ${ofEvents(channelId, eventIds)} AND status = 'pending' AND due_at <= ${now} AND claimed_until IS NULL
    ORDER BY id`;
}

export function dueDeliveries(result: D1Result | undefined): number[] {
  return ((result?.results ?? []) as { id: number }[]).map(({ id }) => id);
}
