import { beginDay } from "../../data/day.ts";
import { type Db, openDb, type Statement, save } from "../../data/db.ts";
import { deleteOldDenials } from "../../data/denial.ts";
import { ensureMigrated } from "../../data/migrate.ts";
import { deleteExpiredLinks } from "../../data/password_link.ts";
import { deleteOldPublicEvents } from "../../data/public_event.ts";
import { deleteExpiredSessions } from "../../data/session.ts";
import { findSetting, saveSetting } from "../../data/setting.ts";
import { deleteUnconfirmed } from "../../data/subscriber.ts";
import { deleteOldNotices } from "../../data/subscriber_notice.ts";
import { deleteEndedChallenges } from "../../data/used_challenge.ts";
import { SET_BACK_MS } from "../../domain/monitor/set_back.ts";
import type { OutgoingTable } from "../../domain/outgoing/policy.ts";
import { UNCONFIRMED_KEPT_MS } from "../../domain/subscriber/states.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { DAY_MS } from "../../lib/units.ts";
import { sweepPasswordRequests } from "../access/password_request.ts";
import { offerUnannouncedFailures } from "../action/failure.ts";
import { forgetOldRuns } from "../action/run.ts";
import { forgetOldDeliveries } from "../alert/delivery.ts";
import { sweepDeliveries } from "../alert/delivery_send.ts";
import { offerUntakenNotices } from "../alert/notice.ts";
import { offerUntakenEvents, reviveChannels } from "../alert/offer.ts";
import { reviveMirrors } from "../announce/mirror.ts";
import { announceToWatches, reviveWatches } from "../announce/watch.ts";
import { reviveBackups } from "../backup/announce.ts";
import { turnMaintenance } from "../incident/occurrence.ts";
import { publishDueUpdates } from "../incident/post_update.ts";
import { remindAuthors } from "../incident/remind.ts";
import { type SweepScope, sweepOutgoing } from "../outgoing/sweep.ts";
import { findWrongKey } from "../record/secret_key.ts";
import { rewriteSecrets } from "../record/secret_rotation.ts";
import { forgetOldFanouts, sweepFanouts } from "../subscriber/fanout.ts";
import { sweepRequests } from "../subscriber/request.ts";
import { forgetStaleResponses } from "../uptime/retention.ts";
import { logDamage } from "./damage.ts";
import { CRON_SETTING } from "./health_rows.ts";
import { followTrouble } from "./own_trouble.ts";
import { checkForUpdate } from "./update.ts";

const EVENTS_KEPT_MS = 400 * DAY_MS;
const NOTICES_KEPT_MS = 90 * DAY_MS;

type Task = (env: Env, now: number, scope?: SweepScope) => Promise<void>;

function saving(write: (db: Db, now: number) => Statement | Statement[]): Task {
  return async (env, now) => {
    const db = openDb(env.DB);
    await save(db, [write(db, now)].flat());
  };
}

function sweeping(table: OutgoingTable): Task {
  return async (env, now, scope) => await sweepOutgoing(env, table, { now, scope });
}

const beginningOfDay: Task = async (env, now) => {
  const [begun] = await save(openDb(env.DB), [beginDay(Math.floor(now / DAY_MS), now)]);
  if (begun && begun.meta.changes > 0) await forgetStaleResponses(env, now);
};

/** After the clock was set back, the time is noted once every channel's object has followed it. */
const noteRun: Task = async (env, now) => {
  const db = openDb(env.DB);
  const lastRunAt = Number(await findSetting(db, CRON_SETTING));
  if (lastRunAt > now + SET_BACK_MS) await reviveChannels(env);
  await save(db, [saveSetting(db, CRON_SETTING, now, now)]);
};

/** Run every minute. A task skipped or cut off is caught up by the next run. */
const TASKS: Readonly<Record<string, Task>> = {
  "damaged files": logDamage,
  "the secret key": async (env) => void (await findWrongKey(env)),
  "expired sessions": saving(deleteExpiredSessions),
  "used challenges": saving(deleteEndedChallenges),
  "expired links to set a password": saving(deleteExpiredLinks),
  "forgotten passwords": sweepPasswordRequests,
  "sums of refused sign-ins": saving(deleteOldDenials),
  "time of the run": noteRun,
  "changes for watches": announceToWatches,
  watches: reviveWatches,
  "the static copy": reviveMirrors,
  backups: reviveBackups,
  "events for channels": offerUntakenEvents,
  "what was acknowledged, for channels": offerUntakenNotices,
  "maintenance that begins or ends": turnMaintenance,
  "own trouble": followTrouble,
  deliveries: sweepDeliveries,
  "old deliveries": forgetOldDeliveries,
  actions: sweeping("action_runs"),
  "failed actions": offerUnannouncedFailures,
  "old runs of actions": forgetOldRuns,
  "secrets under an old key": rewriteSecrets,
  "planned updates of incidents": publishDueUpdates,
  "news for subscribers": sweepFanouts,
  "deliveries to subscribers": sweeping("subscriber_deliveries"),
  "reminders of open incidents": remindAuthors,
  "old deliveries to subscribers": forgetOldFanouts,
  "sign-ups": sweepRequests,
  "emails about subscriptions": sweeping("subscriber_notices"),
  "old emails about subscriptions": saving((_db, now) => deleteOldNotices(now - NOTICES_KEPT_MS)),
  "subscriptions that nobody confirmed": saving((_db, now) => deleteUnconfirmed(now - UNCONFIRMED_KEPT_MS)),
  "old events of subscribers": saving((_db, now) => deleteOldPublicEvents(now - EVENTS_KEPT_MS)),
  "the beginning of a day": beginningOfDay,
  // Last, since it may wait for a third-party server.
  "newer releases": checkForUpdate,
};

export async function runHousekeeping(env: Env, now: number, scope?: SweepScope): Promise<void> {
  await ensureMigrated(env.DB);
  for (const [task, run] of Object.entries(TASKS)) {
    try {
      await run(env, now, scope);
    } catch (error) {
      log("error", "housekeeping failed", { task, error });
    }
  }
}
