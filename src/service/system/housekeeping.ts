import { oldRuns } from "../../data/action_run.ts";
import { beginDay, isNewDay } from "../../data/day.ts";
import { openDb, type Statement, save } from "../../data/db.ts";
import { oldDeliveries } from "../../data/delivery.ts";
import { oldDenials } from "../../data/denial.ts";
import { type Condition, type DueRows, deleteDue, hasRows, listDue } from "../../data/due.ts";
import { dueUpdates } from "../../data/incident.ts";
import { REMINDING } from "../../data/incident_reminder.ts";
import { dueTurns } from "../../data/maintenance_turn.ts";
import { ensureMigrated } from "../../data/migrate.ts";
import { HAS_MIRRORS } from "../../data/mirror.ts";
import { OWN_TROUBLE } from "../../data/own_trouble.ts";
import { expiredLinks } from "../../data/password_link.ts";
import { oldPublicEvents } from "../../data/public_event.ts";
import { expiredSessions } from "../../data/session.ts";
import { hasSetting, saveSetting, saveTimeUnlessAfter } from "../../data/setting.ts";
import { unconfirmedSubscribers } from "../../data/subscriber.ts";
import { oldNotices } from "../../data/subscriber_notice.ts";
import { endedChallenges } from "../../data/used_challenge.ts";
import { ARE_STALE } from "../../data/watch.ts";
import { SET_BACK_MS } from "../../domain/monitor/set_back.ts";
import type { OutgoingTable } from "../../domain/outgoing/policy.ts";
import { UNCONFIRMED_KEPT_MS } from "../../domain/subscriber/states.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { DAY_MS } from "../../lib/units.ts";
import { hasLeftPasswordRequests, sweepPasswordRequests } from "../access/password_request.ts";
import { hasUnannouncedFailures, offerUnannouncedFailures } from "../action/failure.ts";
import { sweepDeliveries } from "../alert/delivery_send.ts";
import { hasUntakenNotices, offerUntakenNotices } from "../alert/notice.ts";
import {
  giveUpStaleEvents,
  hasStaleEvents,
  hasUntakenEvents,
  offerUntakenEvents,
  reviveChannels,
} from "../alert/offer.ts";
import { reviveMirrors } from "../announce/page.ts";
import { announceToWatches, reviveWatches } from "../announce/watch.ts";
import { reviveBackups } from "../backup/announce.ts";
import { BACKUP_SETTINGS, BACKUP_STATUS } from "../backup/status.ts";
import { turnMaintenance } from "../incident/occurrence.ts";
import { publishDueUpdates } from "../incident/post_update.ts";
import { remindAuthors } from "../incident/remind.ts";
import { isOverdue, type SweepScope, sweepOutgoing } from "../outgoing/sweep.ts";
import { findWrongKey } from "../record/secret_key.ts";
import { rewriteSecrets } from "../record/secret_rotation.ts";
import { forgetOldFanouts, hasOldFanouts, isFanoutDue, sweepFanouts } from "../subscriber/fanout.ts";
import { hasLeftRequests, sweepRequests } from "../subscriber/request.ts";
import { forgetHistory } from "../uptime/retention.ts";
import { logDamage } from "./damage.ts";
import { CRON_SETTING } from "./health_rows.ts";
import { followTrouble } from "./own_trouble.ts";
import { checkForUpdate } from "./update.ts";

const EVENTS_KEPT_MS = 400 * DAY_MS;
const SENT_KEPT_MS = 90 * DAY_MS;

interface Task {
  /** If missing, the task runs every minute. */
  isDue?: (now: number, scope?: SweepScope) => Condition;
  run(env: Env, now: number, scope?: SweepScope): Promise<void>;
  /** It may write rows that a later task must handle in the same minute. */
  hasFollowUps?: boolean;
}

function saving(write: (now: number) => Statement[]): Task["run"] {
  return async (env, now) => void (await save(openDb(env.DB), write(now)));
}

function deleting(rowsOf: (now: number) => DueRows): Task {
  return { isDue: (now) => hasRows(rowsOf(now)), run: saving((now) => [deleteDue(rowsOf(now))]) };
}

function sweeping(table: OutgoingTable): Task {
  return {
    isDue: (now, scope) => isOverdue(table, now, scope),
    run: async (env, now, scope) => await sweepOutgoing(env, table, { now, scope }),
  };
}

const dayOf = (now: number) => Math.floor(now / DAY_MS);

async function beginNewDay(env: Env, now: number): Promise<void> {
  const [begun] = await save(openDb(env.DB), [beginDay(dayOf(now), now)]);
  if (begun && begun.meta.changes > 0) await forgetHistory(env, now);
}

/** After the clock was set back, the time is noted once every channel's object has followed it. */
async function noteRun(env: Env, now: number): Promise<void> {
  const db = openDb(env.DB);
  const [noted] = await save(db, [saveTimeUnlessAfter(CRON_SETTING, now, now + SET_BACK_MS)]);
  if (noted && noted.meta.changes > 0) return;
  await reviveChannels(env);
  await save(db, [saveSetting(db, CRON_SETTING, now, now)]);
}

/** A task skipped or cut off is caught up by the next run. */
const TASKS: Readonly<Record<string, Task>> = {
  "damaged files": { run: logDamage },
  "the secret key": { run: async (env) => void (await findWrongKey(env)) },
  "time of the run": { run: noteRun },
  watches: { run: reviveWatches },
  "changes for watches": { isDue: () => ARE_STALE, run: announceToWatches },
  "the static copy": { isDue: () => HAS_MIRRORS, run: reviveMirrors },
  backups: { isDue: () => hasSetting([BACKUP_SETTINGS, BACKUP_STATUS]), run: reviveBackups },
  "expired sessions": deleting(expiredSessions),
  "used challenges": deleting(endedChallenges),
  "expired links to set a password": deleting(expiredLinks),
  "forgotten passwords": { isDue: hasLeftPasswordRequests, run: sweepPasswordRequests },
  "sums of refused sign-ins": {
    isDue: (now) => hasRows(oldDenials(now)[0]),
    run: saving((now) => oldDenials(now).map(deleteDue)),
  },
  "events that no channel accepts": { isDue: hasStaleEvents, run: giveUpStaleEvents },
  "events for channels": { isDue: hasUntakenEvents, run: offerUntakenEvents },
  "changes for channels": { isDue: hasUntakenNotices, run: offerUntakenNotices },
  "maintenance that begins or ends": {
    isDue: (now) => hasRows(dueTurns(now)),
    run: turnMaintenance,
    hasFollowUps: true,
  },
  "own trouble": { isDue: () => hasSetting([OWN_TROUBLE]), run: followTrouble },
  deliveries: { ...sweeping("deliveries"), run: sweepDeliveries },
  "old deliveries": deleting((now) => oldDeliveries(now - SENT_KEPT_MS)),
  actions: sweeping("action_runs"),
  "failed actions": { isDue: hasUnannouncedFailures, run: offerUnannouncedFailures },
  "old runs of actions": deleting((now) => oldRuns(now - SENT_KEPT_MS)),
  "secrets under an old key": { run: rewriteSecrets },
  "planned updates of incidents": {
    isDue: (now) => hasRows(dueUpdates(now)),
    run: publishDueUpdates,
    hasFollowUps: true,
  },
  "news for subscribers": { isDue: isFanoutDue, run: sweepFanouts },
  "deliveries to subscribers": sweeping("subscriber_deliveries"),
  "reminders of open incidents": { isDue: () => hasRows(REMINDING), run: remindAuthors },
  "old deliveries to subscribers": { isDue: hasOldFanouts, run: forgetOldFanouts },
  "sign-ups": { isDue: hasLeftRequests, run: sweepRequests },
  "emails about subscriptions": sweeping("subscriber_notices"),
  "old emails about subscriptions": deleting((now) => oldNotices(now - SENT_KEPT_MS)),
  "subscriptions that nobody confirmed": deleting((now) => unconfirmedSubscribers(now - UNCONFIRMED_KEPT_MS)),
  "old events of subscribers": deleting((now) => oldPublicEvents(now - EVENTS_KEPT_MS)),
  "the beginning of a day": { isDue: (now) => isNewDay(dayOf(now)), run: beginNewDay },
  // Last, since it may wait for a third-party server.
  "newer releases": { run: checkForUpdate },
};

export async function runHousekeeping(env: Env, now: number, scope?: SweepScope): Promise<void> {
  await ensureMigrated(env.DB);
  let due: ReadonlySet<string> | null = null;
  for (const [name, { isDue, run, hasFollowUps }] of Object.entries(TASKS)) {
    if (isDue) due ??= await listDueTasks(env, now, scope);
    if (isDue && !due?.has(name)) continue;
    try {
      await run(env, now, scope);
    } catch (error) {
      log("error", "housekeeping failed", { task: name, error });
    }
    if (hasFollowUps) due = null;
  }
}

/** If the read fails, every task runs. */
async function listDueTasks(env: Env, now: number, scope?: SweepScope): Promise<Set<string>> {
  const conditions = Object.entries(TASKS).flatMap(([name, { isDue }]) =>
    isDue ? [[name, isDue(now, scope)] as const] : [],
  );
  try {
    return await listDue(openDb(env.DB), conditions);
  } catch (error) {
    log("error", "housekeeping failed to read what is due", { error });
    return new Set(conditions.map(([name]) => name));
  }
}
