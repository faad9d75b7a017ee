import { openDb, save, savePersistently } from "../../data/db.ts";
import {
  claimDeliveries,
  claimedDeliveries,
  type DeliveryEnd,
  type DeliveryRow,
  endDeliveries,
  failInterrupted,
  listOverdue,
} from "../../data/delivery.ts";
import { readChannelsToSend } from "../../data/site.ts";
import { MAX_ATTEMPTS, waitBefore } from "../../domain/alert/delivery.ts";
import { CLAIM_MS } from "../../domain/system/claim.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { SendFault } from "../../notify/send_fault.ts";
import type { ClaimedDeliveries } from "../../objects/sender.ts";
import { claimDue } from "../record/claim.ts";
import type { SweepScope } from "../record/sweep.ts";
import { sendThrough } from "./channel_send.ts";
import { enqueueDeliveries } from "./delivery_record.ts";
import { alertsOf } from "./offer.ts";

const OVERDUE_MS = 30_000;
/** A held one is its channel's to release; only when that does not happen it goes without. */
const ABANDONED_MS = 300_000;
const OVERDUE_A_RUN = 500;

/** A few of one channel together. */
export async function claimForSending(env: Env, ids: readonly number[]): Promise<ClaimedDeliveries[]> {
  return await claimDue(env, ids, {
    claimMs: CLAIM_MS.deliveries,
    claim: claimDeliveries,
    rowsOf: claimedDeliveries,
    targetIdOf: ({ channelId }) => channelId,
    readTargets: readChannelsToSend,
  });
}

/** Sends them side by side and writes what became of each. */
export async function sendClaimed(env: Env, claimed: ClaimedDeliveries): Promise<void> {
  const ends = await Promise.all(claimed.rows.map((row) => sendOne(env, row, claimed)));
  await savePersistently(openDb(env.DB), endDeliveries(ends));
  const again = ends.filter(({ status }) => status === "pending");
  for (const [delaySeconds, group] of Map.groupBy(again, ({ dueAt }) => secondsUntil(dueAt))) {
    await enqueueDeliveries(
      env,
      group.map(({ id }) => id),
      { delaySeconds },
    );
  }
}

/** Each minute: hands over again what a queue lost, or an object forgot. */
export async function sweepDeliveries(
  env: Env,
  now: number,
  { waitedMs, limit }: SweepScope = { waitedMs: OVERDUE_MS, limit: OVERDUE_A_RUN },
): Promise<void> {
  const db = openDb(env.DB);
  await save(db, failInterrupted(now));
  const overdue = await listOverdue(db, { before: now - waitedMs, now, limit });
  const [held, due] = [new Set<number>(), [] as number[]];
  for (const { id, channelId, heldUntil, dueAt } of overdue) {
    if (heldUntil !== null && dueAt > now - ABANDONED_MS) held.add(channelId);
    else due.push(id);
  }
  await Promise.allSettled([...held].map((channelId) => alertsOf(env, channelId).revive()));
  await enqueueDeliveries(env, due);
}

async function sendOne(
  env: Env,
  row: DeliveryRow,
  { target: channel, siteName }: ClaimedDeliveries,
): Promise<DeliveryEnd> {
  const at = Date.now();
  const end = {
    id: row.id,
    claimedUntil: row.claimedUntil ?? 0,
    reason: null,
    dueAt: row.dueAt,
    attempts: row.attempts,
    lastError: row.lastError,
    deliveredAt: null,
  };
  if (!channel) return { ...end, status: "cancelled" };
  if (!channel.enabled) return { ...end, status: "suppressed", reason: "channel disabled" };
  const fault = await sendThrough(env, channel, { message: row.message, siteName }).then(
    () => null,
    (error: unknown) => toFault(error),
  );
  const now = Date.now();
  const attempt = { at, ok: fault === null, error: fault?.message ?? null, ms: now - at };
  const attempts = [...row.attempts, attempt];
  if (!fault) return { ...end, status: "delivered", attempts, lastError: null, deliveredAt: now };
  const isLast = fault.isPermanent || row.attemptCount >= row.maxAttempts;
  // A round begun by hand counts its own attempts.
  const inRound = row.attemptCount - Math.max(0, row.maxAttempts - MAX_ATTEMPTS);
  const dueAt = isLast ? end.dueAt : now + waitBefore(inRound, fault.retryAfterMs);
  return { ...end, status: isLast ? "failed" : "pending", dueAt, attempts, lastError: fault.message };
}

function secondsUntil(dueAt: number): number {
  return Math.max(0, Math.ceil((dueAt - Date.now()) / 1000));
}

function toFault(error: unknown): SendFault {
  if (error instanceof SendFault) return error;
  log("error", "a message could not be sent", { error });
  return new SendFault("Something went wrong here while sending: see the log.", { cause: error });
}
