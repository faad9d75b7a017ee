import { isGuardBreach, openDb, save } from "../../data/db.ts";
import { applyChanges, type DeliveryRow, listWaitingRecoveries } from "../../data/delivery.ts";
import { ensureMigrated } from "../../data/migrate.ts";
import { returnedIds } from "../../data/outgoing.ts";
import { findEpoch, guardEpoch } from "../../data/restore_epoch.ts";
import { readChannelsToSend } from "../../data/site.ts";
import type { DeliveryChange } from "../../domain/alert/delivery.ts";
import { decideNextAttempt } from "../../domain/outgoing/policy.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { HOUR_MS } from "../../lib/units.ts";
import type { ClaimedDeliveries } from "../../objects/sender.ts";
import { claimDue, groupByTarget, saveEnds, toSendFault } from "../outgoing/attempt.ts";
import { enqueue, enqueueOrLeave, enqueueRetries } from "../outgoing/job.ts";
import { type SweepScope, takeOverdue } from "../outgoing/sweep.ts";
import { sendThrough } from "./channel_send.ts";
import { alertsOf } from "./offer.ts";
import { sendToRecipient } from "./recipient_send.ts";

/** A channel's object releases held deliveries. After this time, those that it no longer knows are sent without it. */
const ABANDONED_MS = 300_000;
/** An object that fails may still merge them into a digest, or know that they were acknowledged. */
const UNREACHABLE_MS = HOUR_MS;

export async function claimForSending(env: Env, ids: readonly number[]): Promise<ClaimedDeliveries[]> {
  const claimed = await claimDue(env, "deliveries", ids);
  const rows = claimed.toSorted((a, b) => (a.monitorId ?? 0) - (b.monitorId ?? 0) || a.id - b.id);
  return await groupByTarget(env, rows, {
    targetIdOf: ({ channelId }) => channelId,
    readTargets: readChannelsToSend,
  });
}

export async function sendClaimed(env: Env, claimed: ClaimedDeliveries): Promise<void> {
  const byMonitor = Map.groupBy(claimed.rows, ({ monitorId }) => monitorId);
  const ends = (
    await Promise.all([...byMonitor.values()].map((rows) => sendInOrder(env, rows, claimed)))
  ).flat();
  await saveEnds(env, "deliveries", { ends });
  await enqueueRetries(env, "deliveries", ends);
  await enqueueRecoveries(env, claimed.rows, ends);
}

async function enqueueRecoveries(
  env: Env,
  rows: readonly DeliveryRow[],
  ends: readonly DeliveryEnd[],
): Promise<void> {
  const ended = new Set(ends.flatMap(({ id, status }) => (status === "pending" ? [] : [id])));
  const alerts = rows.filter(
    ({ id, eventType, monitorId }) => ended.has(id) && eventType !== "recovery" && monitorId !== null,
  );
  if (alerts.length === 0) return;
  const ids = await listWaitingRecoveries(openDb(env.DB), alerts, Date.now());
  await enqueueOrLeave(env, "deliveries", { ids });
}

export async function sweepDeliveries(env: Env, now: number, scope?: SweepScope): Promise<void> {
  type Overdue = Pick<DeliveryRow, "id" | "channelId" | "eventId" | "heldUntil" | "dueAt">;
  const overdue = await takeOverdue<Overdue>(env, "deliveries", { now, scope });
  const held = new Set(
    overdue.flatMap(({ heldUntil, channelId }) => (heldUntil === null ? [] : [channelId])),
  );
  // First, because the object may hold some again until the end of quiet hours that have begun since.
  const waiting = new Set<string>();
  const unreachable = new Set<number>();
  await Promise.all(
    [...held].map(async (channelId) => {
      try {
        // Objects of an earlier version return nothing.
        for (const eventId of (await alertsOf(env, channelId).revive()) ?? []) waiting.add(eventId);
      } catch (error) {
        unreachable.add(channelId);
        log("warn", "a channel did not release its held alerts", { channel: channelId, error });
      }
    }),
  );
  const due = overdue.filter(({ heldUntil, dueAt, eventId, channelId }) => {
    const waitedMs = unreachable.has(channelId) ? UNREACHABLE_MS : ABANDONED_MS;
    return heldUntil === null || (dueAt <= now - waitedMs && !waiting.has(eventId));
  });
  await enqueue(env, "deliveries", { ids: due.map(({ id }) => id) });
}

type DeliveryEnd = Pick<
  DeliveryRow,
  "id" | "claimedUntil" | "status" | "reason" | "dueAt" | "attempts" | "lastError" | "deliveredAt"
>;

/** A monitor's recovery never arrives before its alert. */
async function sendInOrder(
  env: Env,
  rows: readonly DeliveryRow[],
  claimed: ClaimedDeliveries,
): Promise<DeliveryEnd[]> {
  const ends: DeliveryEnd[] = [];
  for (const row of rows) ends.push(await sendOne(env, row, claimed));
  return ends;
}

async function sendOne(
  env: Env,
  row: DeliveryRow,
  { target: channel, siteName }: ClaimedDeliveries,
): Promise<DeliveryEnd> {
  const at = Date.now();
  const { id, claimedUntil, dueAt, lastError } = row;
  const end = { id, claimedUntil, reason: null, dueAt, attempts: row.attempts, lastError, deliveredAt: null };
  if (!channel) return { ...end, status: "cancelled" };
  if (!channel.enabled) return { ...end, status: "suppressed", reason: "channel disabled" };
  const said = { message: row.message, siteName, deliveryId: row.id, claimedUntil };
  const sending = row.recipient ? sendToRecipient(env, row.recipient, said) : sendThrough(env, channel, said);
  const fault = await sending.then(
    () => null,
    (error: unknown) => toSendFault(error, { event: "a message could not be sent" }),
  );
  const now = Date.now();
  const attempt = { at, ok: fault === null, error: fault?.message ?? null, ms: now - at };
  const attempts = [...row.attempts, attempt];
  if (!fault) return { ...end, status: "delivered", attempts, lastError: null, deliveredAt: now };
  const next = decideNextAttempt("deliveries", { row, fault, now });
  return { ...end, ...next, attempts, lastError: fault.message };
}

/** Writes nothing and returns false if the database was restored since the channel's object last heard of it. */
export async function recordDeliveries(
  env: Env,
  { id: channelId, epoch }: { id: number; epoch: number },
  changes: readonly DeliveryChange[],
): Promise<boolean> {
  await ensureMigrated(env.DB);
  const db = openDb(env.DB);
  try {
    const results = await save(db, [guardEpoch(epoch), ...applyChanges(channelId, changes, Date.now())]);
    await enqueue(env, "deliveries", { ids: returnedIds(results) });
    return true;
  } catch (error) {
    if (isGuardBreach(error) && (await findEpoch(db)) !== epoch) return false;
    throw error;
  }
}
