import { isGuardBreach, openDb, save } from "../../data/db.ts";
import { applyChanges } from "../../data/delivery_change.ts";
import { ensureMigrated } from "../../data/migrate.ts";
import { returnedIds } from "../../data/outgoing.ts";
import { findEpoch, guardEpoch } from "../../data/restore_epoch.ts";
import type { DeliveryChange } from "../../domain/alert/delivery.ts";
import type { Env } from "../../env.ts";
import { enqueue } from "../outgoing/job.ts";

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
