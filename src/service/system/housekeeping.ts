import { openDb, save } from "../../data/db.ts";
import { deleteOldDenials } from "../../data/denial.ts";
import { ensureMigrated } from "../../data/migrate.ts";
import { deleteOldPublicEvents } from "../../data/public_event.ts";
import { deleteExpiredSessions } from "../../data/session.ts";
import { saveSetting } from "../../data/setting.ts";
import { deleteEndedChallenges } from "../../data/used_challenge.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { offerUntoldFailures } from "../action/failure.ts";
import { forgetOldRuns } from "../action/run.ts";
import { sweepRuns } from "../action/send.ts";
import { forgetOldDeliveries } from "../alert/delivery.ts";
import { sweepDeliveries } from "../alert/delivery_send.ts";
import { offerUntakenEvents } from "../alert/offer.ts";
import { announceToWatches, reviveWatches } from "../monitor/watch.ts";
import { rewriteSecrets } from "./secret_rotation.ts";

const EVENTS_KEPT_MS = 400 * 24 * 3_600_000;

type Task = (env: Env, now: number) => Promise<void>;

/** What runs each minute. Nothing depends on a single run: what one leaves out the next one does. */
const TASKS: Readonly<Record<string, Task>> = {
  "expired sessions": async (env, now) => await deleteExpiredSessions(openDb(env.DB), now),
  "used challenges": async (env, now) => await deleteEndedChallenges(openDb(env.DB), now),
  "sums of refused sign-ins": async (env, now) => await deleteOldDenials(openDb(env.DB), now),
  "time of the run": async (env, now) => {
    const db = openDb(env.DB);
    await save(db, [saveSetting(db, "cron", now, now)]);
  },
  "changes for watches": announceToWatches,
  watches: reviveWatches,
  "events for channels": offerUntakenEvents,
  deliveries: sweepDeliveries,
  "old deliveries": forgetOldDeliveries,
  actions: sweepRuns,
  "failed actions": offerUntoldFailures,
  "old runs of actions": forgetOldRuns,
  "secrets under an old key": rewriteSecrets,
  "old events of subscribers": async (env, now) =>
    await deleteOldPublicEvents(openDb(env.DB), now - EVENTS_KEPT_MS),
};

export async function runHousekeeping(env: Env, now: number): Promise<void> {
  await ensureMigrated(env.DB);
  for (const [task, run] of Object.entries(TASKS)) {
    try {
      await run(env, now);
    } catch (error) {
      log("error", "housekeeping failed", { task, error });
    }
  }
}
