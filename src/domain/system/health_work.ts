import { formatDuration } from "../../lib/duration.ts";
import { MINUTE_MS } from "../../lib/units.ts";
import { countOf, type Finding, failing, isOff, unknownFinding, warning, well } from "./health_part.ts";

const CRON_LATE_MS = 3 * MINUTE_MS;
const CRON_STOPPED_MS = 15 * MINUTE_MS;
const DATABASE_SLOW_MS = 1000;
const ALARM_LATE_MS = MINUTE_MS;
const ALARM_LOST_MS = 5 * MINUTE_MS;
const WORK_LATE_MS = 5 * MINUTE_MS;
const WORK_STUCK_MS = 30 * MINUTE_MS;
/** A healthy watch holds a few, for seconds. */
const MANY_IN_OUTBOXES = 200;

export function judgeCron(
  { lastRunAt, firstAt }: { lastRunAt: number | null; firstAt: number | null },
  now: number,
): Finding {
  const advice =
    "Look at the Worker's logs, and at whether its cron trigger is there: a deploy sets it again, as a new start does on a machine of your own.";
  if (lastRunAt === null) {
    if (firstAt === null || now - firstAt <= CRON_LATE_MS)
      return unknownFinding("Housekeeping has not run yet.", "Wait a minute: it runs each minute.");
    return failing("Housekeeping has never run.", advice);
  }
  // A clock set back doesn't make it late.
  const age = Math.max(0, now - lastRunAt);
  if (age <= CRON_LATE_MS) return well(`Housekeeping ran ${formatDuration(age)} ago.`);
  const summary = `Housekeeping last ran ${formatDuration(age)} ago, and should run each minute.`;
  return age > CRON_STOPPED_MS ? failing(summary, advice) : warning(summary, advice);
}

export function judgeDatabase(ms: number): Finding {
  const summary = `The database answers in ${ms} ms.`;
  if (ms < DATABASE_SLOW_MS) return well(summary);
  return warning(summary, "Look at Cloudflare's status page, and at how large the database has grown.");
}

export function judgeWatches({ total, answering }: { total: number; answering: number }): Finding {
  if (total === 0) return isOff("There are no monitors to watch.", "Add a monitor.");
  if (answering === total) return well(`${countOf(total, "watch answers", "watches answer")}.`);
  return failing(
    `${answering} of ${countOf(total, "watch answers", "watches answer")}: the monitors of the others are not checked.`,
    "Wait a minute; where it stays so, look at the Worker's logs and at whether today's use is above the plan's limits.",
  );
}

export function judgeAlarms(alarms: readonly (number | null)[], now: number): Finding {
  if (alarms.length === 0) return isOff("Nothing is to be checked.");
  const late = alarms.filter((at) => at === null || now - at > ALARM_LATE_MS);
  if (late.length === 0) return well("Every watch has its next alarm set.");
  const summary = `${countOf(late.length, "watch has", "watches have")} no alarm, or one that is overdue.`;
  const advice =
    "Wait a minute, as housekeeping sets lost alarms; where it stays so, look at the Worker's logs.";
  const isLost = late.some((at) => at !== null && now - at > ALARM_LOST_MS);
  return isLost ? failing(summary, advice) : warning(summary, advice);
}

export function judgeMonitors({ total, overdue }: { total: number; overdue: number }): Finding {
  if (total === 0) return isOff("There are no monitors.", "Add a monitor.");
  if (overdue === 0) return well("No monitor is overdue.");
  return warning(
    `${countOf(overdue, "monitor was", "monitors were")} never checked, or not for more than twice the interval.`,
    "Look at the part Watches: what they do not check is overdue. A monitor that was just added is checked soon.",
  );
}

export function judgeSelfTest(
  { hasReferences, since }: { hasReferences: boolean; since: number | null },
  now: number,
): Finding {
  if (since !== null)
    return failing(
      `Checks fail together and the references do not answer, for ${formatDuration(Math.max(0, now - since))}: failures are not counted.`,
      "Look at the network that this runs in, and at Cloudflare's status page; it ends by itself.",
    );
  if (!hasReferences)
    return isOff("No references are named: every failure counts as the target's.", "Name some below.");
  return well("No trouble of its own is known.");
}

interface QueueDepth {
  waiting: number;
  oldestDueAt: number | null;
}

export function judgeQueues(queues: readonly QueueDepth[], now: number): Finding {
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting, 0);
  const oldest = Math.max(
    0,
    ...queues.map(({ oldestDueAt }) => (oldestDueAt === null ? 0 : now - oldestDueAt)),
  );
  if (waiting === 0) return well("Nothing waits to be sent.");
  const summary = `${countOf(waiting, "message waits", "messages wait")}, the oldest for ${formatDuration(oldest)}.`;
  if (oldest <= WORK_LATE_MS) return well(summary);
  const advice =
    "Look at the Worker's queues and their consumers, and at whether today's use is above the plan's limits.";
  return oldest > WORK_STUCK_MS ? failing(summary, advice) : warning(summary, advice);
}

interface OutboxFacts {
  watches: number;
  channels: number;
  silent: number;
  untakenEvents: number;
  oldestUntakenAt: number | null;
}

export function judgeOutboxes(facts: OutboxFacts, now: number): Finding {
  const { watches, channels, silent, untakenEvents, oldestUntakenAt } = facts;
  const waiting = watches + channels;
  const age = oldestUntakenAt === null ? 0 : now - oldestUntakenAt;
  const advice =
    "Nothing is lost: look at the Worker's logs for why the database or a channel does not take it.";
  const untaken = `${countOf(untakenEvents, "event was", "events were")} not taken by every channel, for ${formatDuration(age)}.`;
  if (age > WORK_STUCK_MS) return failing(untaken, advice);
  if (age > WORK_LATE_MS) return warning(untaken, advice);
  if (silent > 0)
    return warning(`${countOf(silent, "channel's object does", "channels' objects do")} not answer.`, advice);
  const summary = `${countOf(waiting, "change waits", "changes wait")} to be saved.`;
  if (waiting > MANY_IN_OUTBOXES) return warning(summary, advice);
  return well(waiting === 0 ? "Everything is handed on." : summary);
}
