import { type SQL, sql } from "drizzle-orm";
import type { SuppressReason } from "../domain/alert/decision.ts";
import type { DeliveryChange, NewDelivery } from "../domain/alert/delivery.ts";
import { attemptsPerRound } from "../domain/outgoing/policy.ts";
import { listOf, type Statement } from "./db.ts";
import { countEnds } from "./tally.ts";

/** Writes what a channel's object has decided, and returns the ids that are due. Repeating it changes nothing. */
export function applyChanges(
  channelId: number,
  changes: readonly DeliveryChange[],
  now: number,
): Statement[] {
  const statements: Statement[] = [];
  for (const run of runsOf(changes)) {
    const added = run.flatMap((change) => (change.kind === "add" ? [change.delivery] : []));
    if (added.length > 0) statements.push(...insertDeliveries(channelId, added, now));
    for (const change of run) {
      if (change.kind === "merge") {
        statements.push(
          ...insertDeliveries(channelId, [change.digest], now),
          ...suppressDeliveries(channelId, { eventIds: change.eventIds, reason: "merged into digest" }),
        );
      } else if (change.kind === "release") statements.push(releaseDeliveries(channelId, change, now));
      else if (change.kind === "suppress") statements.push(...suppressDeliveries(channelId, change));
    }
  }
  return statements;
}

function runsOf(changes: readonly DeliveryChange[]): DeliveryChange[][] {
  const runs: DeliveryChange[][] = [];
  for (const change of changes) {
    const last = runs.at(-1);
    if (last?.[0]?.kind === change.kind) last.push(change);
    else runs.push([change]);
  }
  return runs;
}

function insertDeliveries(channelId: number, rows: readonly NewDelivery[], now: number): Statement[] {
  const ended = rows
    .filter(({ status }) => status !== "pending")
    .map(({ eventId, status }) => ({ eventId, status }));
  const isNew = sql`NOT EXISTS (
    SELECT 1 FROM deliveries WHERE channel_id = ${channelId} AND event_id = value ->> 'eventId')`;
  const ending = sql`
    SELECT ${channelId} AS object_id, value ->> 'status' AS status
    FROM json_each(${JSON.stringify(ended)}) WHERE ${isNew}`;
  // A repeated row is updated to itself, as RETURNING leaves out rows that a conflict ignored.
  const insert = sql`
    INSERT OR IGNORE INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_id, monitor_name,
      event_type, status, reason, held_until, due_at, max_attempts, message, created_at, recipient)
    SELECT ${channelId}, value ->> 'eventId', value ->> 'channelName', value ->> 'channelType', value ->> 'monitorId',
      value ->> 'monitorName', value ->> 'eventType', value ->> 'status', value ->> 'reason', value ->> 'heldUntil',
      value ->> 'dueAt', ${attemptsPerRound("deliveries")}, value -> 'message', value ->> 'createdAt',
      value ->> 'recipient'
    FROM json_each(${JSON.stringify(rows)}) WHERE true
    ON CONFLICT (channel_id, event_id) DO UPDATE SET channel_name = deliveries.channel_name
    ${returningDue(now)}`;
  return ended.length > 0 ? [countEnds("delivery", ending), insert] : [insert];
}

function suppressDeliveries(
  channelId: number,
  { eventIds, reason }: { eventIds: readonly string[]; reason: SuppressReason },
): Statement[] {
  const isHeld = sql`${ofEvents(channelId, eventIds)} AND status = 'pending' AND attempt_count = 0`;
  return [
    countEnds(
      "delivery",
      sql`SELECT channel_id AS object_id, 'suppressed' AS status FROM deliveries WHERE ${isHeld}`,
    ),
    sql`
      UPDATE deliveries SET status = 'suppressed', reason = ${reason}, held_until = NULL
      WHERE ${isHeld}`,
  ];
}

function releaseDeliveries(
  channelId: number,
  { eventIds, heldUntil, dueAt, message }: Extract<DeliveryChange, { kind: "release" }>,
  now: number,
): Statement {
  const said = message ? JSON.stringify(message) : null;
  return sql`
    UPDATE deliveries SET held_until = ${heldUntil}, due_at = ${dueAt}, message = coalesce(${said}, message)
    WHERE ${ofEvents(channelId, eventIds)} AND status = 'pending' AND attempt_count = 0
    ${returningDue(now)}`;
}

/** Returns the ids of due rows only. A channel's object releases or suppresses its held rows. */
function returningDue(now: number): SQL {
  return sql`
    RETURNING CASE WHEN status = 'pending' AND held_until IS NULL AND due_at <= ${now} AND claimed_until IS NULL
      THEN id END AS id`;
}

function ofEvents(channelId: number, eventIds: readonly string[]): SQL {
  return sql`channel_id = ${channelId} AND event_id IN ${listOf(eventIds)}`;
}
