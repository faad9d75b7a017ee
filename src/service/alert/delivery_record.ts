import { isGuardBreach, openDb, save } from "../../data/db.ts";
import { applyChanges, dueDeliveries, selectDue } from "../../data/delivery_change.ts";
import { ensureMigrated } from "../../data/migrate.ts";
import { findEpoch, guardEpoch } from "../../data/restore_epoch.ts";
import type { DeliveryChange } from "../../domain/alert/delivery.ts";
import type { Env } from "../../env.ts";

/** A message of the queue: rows that are due. The rows are the truth, so it may be lost or come twice. */
export interface DeliveryJob {
  ids: number[];
}

const IDS_A_JOB = 5;
const JOBS_A_BATCH = 100;

/**
 * Writes what the object of a channel has decided, then hands over what is due. False where the database was restored
 * since the object has heard of it: nothing is written.
 */
export async function recordDeliveries(
  env: Env,
  { id: channelId, epoch }: { id: number; epoch: number },
  changes: readonly DeliveryChange[],
): Promise<boolean> {
  await ensureMigrated(env.DB);
  const db = openDb(env.DB);
  const now = Date.now();
  const eventIds = changes.flatMap((change) => eventsDue(change, now));
  try {
    const results = await save(db, [
      guardEpoch(epoch),
      ...applyChanges(channelId, changes),
      ...(eventIds.length > 0 ? [selectDue(channelId, { eventIds, now })] : []),
    ]);
    if (eventIds.length > 0) await enqueueDeliveries(env, dueDeliveries(results.at(-1)));
    return true;
  } catch (error) {
    if (isGuardBreach(error) && (await findEpoch(db)) !== epoch) return false;
    throw error;
  }
}

export async function enqueueDeliveries(
  env: Env,
  ids: readonly number[],
  { delaySeconds = 0 } = {},
): Promise<void> {
  const jobs: DeliveryJob[] = [];
  for (let i = 0; i < ids.length; i += IDS_A_JOB) jobs.push({ ids: ids.slice(i, i + IDS_A_JOB) });
  for (let i = 0; i < jobs.length; i += JOBS_A_BATCH) {
    const batch = jobs.slice(i, i + JOBS_A_BATCH).map((body) => ({ body }));
    await env.DELIVERIES.sendBatch(batch, { delaySeconds });
  }
}

function eventsDue(change: DeliveryChange, now: number): string[] {
  if (change.kind === "suppress") return [];
  if (change.kind === "release") return change.dueAt <= now ? [...change.eventIds] : [];
  const row = change.kind === "add" ? change.delivery : change.digest;
  // What is held is released when its time has come, and may be kept back instead.
  return row.status === "pending" && row.heldUntil === null ? [row.eventId] : [];
}
