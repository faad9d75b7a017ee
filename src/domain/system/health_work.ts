import { formatDuration } from "../../lib/duration.ts";
import { plural } from "../../lib/plural.ts";
import { MINUTE_MS } from "../../lib/units.ts";
import { type Finding, failing, isOff, unknownFinding, warning, well } from "./health_part.ts";

const CRON_LATE_MS = 3 * MINUTE_MS;
const CRON_STOPPED_MS = 15 * MINUTE_MS;
const DATABASE_SLOW_MS = 1000;
const ALARM_LATE_MS = MINUTE_MS;
const ALARM_LOST_MS = 5 * MINUTE_MS;
const WORK_LATE_MS = 5 * MINUTE_MS;
const WORK_STUCK_MS = 30 * MINUTE_MS;
const AGENTS_ADVICE = "Check the agents: each monitor says why its agent doesn't check it.";
/** A healthy watch holds a few, for seconds. */
const MANY_IN_OUTBOXES = 200;

export function judgeCron(
  { lastRunAt, firstAt }: { lastRunAt: number | null; firstAt: number | null },
  now: number,
): Finding {
  const advice =
    "Check the Worker's logs and its cron trigger. Deploying again restores the trigger; on your own machine, restart.";
  if (lastRunAt === null) {
    if (firstAt === null || now - firstAt <= CRON_LATE_MS)
      return unknownFinding("Housekeeping has not run yet.", "Wait a minute: it runs every minute.");
    return failing("Housekeeping has never run.", advice);
  }
  // A clock set back doesn't make it late.
  const age = Math.max(0, now - lastRunAt);
  if (age <= CRON_LATE_MS) return well(`Housekeeping ran ${formatDuration(age)} ago.`);
  const summary = `Housekeeping last ran ${formatDuration(age)} ago but should run every minute.`;
  return age > CRON_STOPPED_MS ? failing(summary, advice) : warning(summary, advice);
}

export function judgeDatabase(ms: number): Finding {
  const summary = `The database responds in ${ms} ms.`;
  if (ms < DATABASE_SLOW_MS) return well(summary);
  return warning(summary, "Check Cloudflare's status page and the size of the database.");
}

export function judgeWatches({ total, responding }: { total: number; responding: number }): Finding {
  if (total === 0) return isOff("There are no monitors.", "Add a monitor.");
  if (responding === total) return well(`${plural(total, "watch responds", "watches respond")}.`);
  return failing(
    `${responding} of ${plural(total, "watch responds", "watches respond")}: monitors of the others aren't checked.`,
    "Wait a minute. If this persists, check the Worker's logs and whether today's usage exceeds the plan's limits.",
  );
}

export function judgeAlarms(alarms: readonly (number | null)[], now: number): Finding {
  if (alarms.length === 0) return isOff("Nothing to check.");
  const late = alarms.filter((at) => at === null || now - at > ALARM_LATE_MS);
  if (late.length === 0) return well("Every watch has its next alarm set.");
  const summary = `${plural(late.length, "watch has", "watches have")} no alarm or an overdue one.`;
  const advice =
    "Wait a minute: housekeeping restores lost alarms. If this persists, check the Worker's logs.";
  const isLost = late.some((at) => at !== null && now - at > ALARM_LOST_MS);
  return isLost ? failing(summary, advice) : warning(summary, advice);
}

interface MonitorFacts {
  total: number;
  overdue: number;
  ofAgents?: number;
  reasons?: readonly string[];
}

export function judgeMonitors({ total, overdue, ofAgents = 0, reasons = [] }: MonitorFacts): Finding {
  if (total === 0) return isOff("There are no monitors.", "Add a monitor.");
  if (overdue === 0) return well("No monitor is overdue.");
  const own =
    overdue > ofAgents
      ? ["Check Watches: monitors they don't check become overdue. New monitors are checked shortly."]
      : [];
  const agents = ofAgents > 0 && reasons.length === 0 ? [AGENTS_ADVICE] : reasons;
  const summary = `${plural(overdue, "monitor")} not checked for more than twice the interval.`;
  return warning(summary, [...agents, ...own].join(" "));
}

export function judgeSelfTest(
  { hasReferences, since }: { hasReferences: boolean; since: number | null },
  now: number,
): Finding {
  if (since !== null)
    return failing(
      `Checks have failed together and references haven't responded for ${formatDuration(Math.max(0, now - since))}. Failures don't count.`,
      "Check this service's network and Cloudflare's status page. Counting resumes by itself.",
    );
  if (!hasReferences)
    return isOff("No references are set, so every failure counts against the target.", "Add some below.");
  return well("No problems with this service.");
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
  if (waiting === 0) return well("Nothing is waiting to be sent.");
  const summary = `${plural(waiting, "message is waiting", "messages are waiting")}, the oldest for ${formatDuration(oldest)}.`;
  if (oldest <= WORK_LATE_MS) return well(summary);
  const advice =
    "Check the Worker's queues and consumers, and whether today's usage exceeds the plan's limits.";
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
    "Nothing is lost. Check the Worker's logs for why the database or a channel doesn't accept it.";
  const untaken = `${plural(untakenEvents, "event hasn't", "events haven't")} reached every channel for ${formatDuration(age)}.`;
  if (age > WORK_STUCK_MS) return failing(untaken, advice);
  if (age > WORK_LATE_MS) return warning(untaken, advice);
  if (silent > 0)
    return warning(
      `${plural(silent, "channel's object isn't", "channels' objects aren't")} responding.`,
      advice,
    );
  const summary = `${plural(waiting, "change is waiting", "changes are waiting")} to be saved.`;
  if (waiting > MANY_IN_OUTBOXES) return warning(summary, advice);
  return well(waiting === 0 ? "Everything is handed over." : summary);
}
