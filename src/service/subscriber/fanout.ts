import { type Db, guard, openDb, save } from "../../data/db.ts";
import { anyOf, type Condition, hasRows } from "../../data/due.ts";
import {
  deleteOldFanouts,
  type FanoutRow,
  finishFanout,
  hasUnannounced,
  heldFanout,
  holdFanout,
  isHolder,
  isOldestOver,
  leftFanouts,
  listLeftFanouts,
  moveCursor,
  moveHanded,
  partsOfDeliveryId,
} from "../../data/fanout.ts";
import { claimOutgoing } from "../../data/outgoing.ts";
import {
  abandonedFanouts,
  abandonFanouts,
  claimedDeliveries,
  findLastPlanned,
  insertDeliveries,
  listCandidates,
  listUnsent,
  type Unsent,
} from "../../data/subscriber_delivery.ts";
import { isFor, scopeOn } from "../../domain/subscriber/scope.ts";
import { CLAIM_MS } from "../../domain/system/claim.ts";
import type { Env } from "../../env.ts";
import { chunksOf } from "../../lib/chunks.ts";
import { DAY_MS } from "../../lib/units.ts";
import { enqueueFanouts } from "../outgoing/job.ts";
import { NEWS_MS, startFanouts } from "./announce.ts";

const PAGE = 500;
/** One invocation sends a page, so results are saved together. D1 limits its queries. */
const MAILS_A_PAGE = 250;
const WEBHOOKS_A_PART = 25;
const TIMEOUT_MS = 5000;
const PAGES_PLANNED_A_RUN = 20;
const HOLD_MS = CLAIM_MS.fanouts;
/** Nothing is handed over after this; the claim has to cover the rest. */
const HANDING_MS = 15_000;
/** Calls to other invocations are limited per invocation. */
const MOST_CALLS = 30;
const ABANDONED_MS = DAY_MS;
const KEPT_MS = 90 * DAY_MS;

type HandOver = (ids: number[]) => Promise<void>;

/**
 * Writes deliveries page by page, then hands them over. Each run leaves the rest to the next; cron resumes
 * interrupted runs once their claim expires.
 */
export async function advanceFanout(
  env: Env,
  { id, held }: { id: number; held: number | null },
  send: HandOver,
): Promise<void> {
  const db = openDb(env.DB);
  const now = Date.now();
  // Differs from the last value even within a millisecond: it identifies the holder.
  const until = Math.max(now + HOLD_MS, (held ?? 0) + 1);
  const [taken] = await save(db, [holdFanout(id, { held, now, until })]);
  const row = heldFanout(taken);
  if (!row) return;
  if (row.cursor !== null && !(await plan(db, row, row.cursor)))
    return await enqueueFanouts(env, [{ id, held: until }]);
  const { isDone, handed } = await hand(db, row, send);
  const at = Date.now();
  const next = Math.max(at + HOLD_MS, until + 1);
  if (isDone) await save(db, [moveHanded(db, row, { handed, until: next }), finishFanout(id, at)]);
  else {
    await save(db, [moveHanded(db, row, { handed, until: next })]);
    await enqueueFanouts(env, [{ id, held: next }]);
  }
}

export async function retryDeliveries(env: Env, ids: readonly number[], send: HandOver): Promise<void> {
  const claim = claimOutgoing("subscriber_deliveries", ids, Date.now());
  const [claimed] = await save(openDb(env.DB), [claim]);
  await handOver(divide(claimedDeliveries(claimed)), send);
}

export function isFanoutDue(now: number): Condition {
  const open = [abandonedFanouts(now - ABANDONED_MS), leftFanouts(now)];
  return anyOf([hasUnannounced(now - NEWS_MS), ...open.map(hasRows)]);
}

export async function sweepFanouts(env: Env, now: number): Promise<void> {
  const db = openDb(env.DB);
  await startFanouts(env, now);
  await save(db, abandonFanouts(now - ABANDONED_MS, now));
  const left = await listLeftFanouts(db, now);
  await enqueueFanouts(
    env,
    left.map((id) => ({ id, held: null })),
  );
}

export function hasOldFanouts(now: number): Condition {
  return isOldestOver(now - KEPT_MS);
}

export async function forgetOldFanouts(env: Env, now: number): Promise<void> {
  await save(openDb(env.DB), deleteOldFanouts(now - KEPT_MS));
}

/** True once all deliveries exist. Resumes after the last one written, so the cursor is saved once per run. */
async function plan(db: Db, row: FanoutRow, from: number): Promise<boolean> {
  let cursor: number | null = Math.max(from, await findLastPlanned(db, row.id));
  for (let page = 1; cursor !== null; page++) {
    const { id, at, scope, eventType: type } = row;
    const candidates = await listCandidates(db, { at, scope, after: cursor, limit: PAGE });
    const chosen = candidates.filter((candidate) => {
      const own = scopeOn(scope, candidate.pageId);
      return own !== null && isFor({ type, scope: own }, candidate);
    });
    cursor = candidates.length < PAGE ? null : (candidates.at(-1)?.id ?? null);
    const now = Date.now();
    const ids = chosen.map((candidate) => candidate.id);
    const isLast = cursor === null || page === PAGES_PLANNED_A_RUN;
    await save(db, [
      guard(isHolder(row)),
      ...insertDeliveries(row, ids, now),
      ...(isLast ? [moveCursor(db, id, cursor)] : []),
    ]);
    if (isLast) break;
  }
  return cursor === null;
}

async function hand(db: Db, row: FanoutRow, send: HandOver): Promise<{ isDone: boolean; handed: number }> {
  const deadline = Date.now() + HANDING_MS;
  let { handed } = row;
  for (let calls = 0; Date.now() < deadline; ) {
    const page = cutPage(await listUnsent(db, row.id, { after: handed, limit: PAGE }));
    const last = page.at(-1);
    if (!last) return { isDone: true, handed };
    const parts = divide(page);
    calls += parts.mails.length + parts.webhooks.length;
    if (calls > MOST_CALLS) break;
    await handOver(parts, send);
    handed = partsOfDeliveryId(last.id).subscriberId;
  }
  return { isDone: false, handed };
}

function cutPage(rows: readonly Unsent[]): readonly Unsent[] {
  const past = rows.filter(({ type }) => type === "email")[MAILS_A_PAGE];
  return past ? rows.slice(0, rows.indexOf(past)) : rows;
}

interface Parts {
  mails: number[][];
  webhooks: number[][];
}

function divide(rows: readonly Unsent[]): Parts {
  const of = (wanted: Unsent["type"]) => rows.filter(({ type }) => type === wanted).map(({ id }) => id);
  return { mails: chunksOf(of("email"), MAILS_A_PAGE), webhooks: chunksOf(of("webhook"), WEBHOOKS_A_PART) };
}

async function handOver({ mails, webhooks }: Parts, send: HandOver): Promise<void> {
  const called = Promise.all(webhooks.map(send));
  const timeout = webhooks.length > 0 ? Promise.race([called, scheduler.wait(TIMEOUT_MS)]) : null;
  const results = await Promise.allSettled([...mails.map(send), timeout]);
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}
