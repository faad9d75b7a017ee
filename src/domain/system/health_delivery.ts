import { formatDuration } from "../../lib/duration.ts";
import { DAY_MS } from "../../lib/units.ts";
import type { BackupHealth } from "../../schema/system_health.ts";
import { countOf, type Finding, failing, isOff, unknownFinding, warning, well } from "./health_part.ts";

const NAMED = 3;

export function judgeChannels(failingNames: readonly string[], total: number): Finding {
  if (total === 0) return isOff("There are no channels.", "Add a channel, so that somebody is alerted.");
  if (failingNames.length === 0) return well("The last message of every channel has arrived.");
  const rest = failingNames.length - NAMED;
  const names = failingNames.slice(0, NAMED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
  const all = failingNames.length === total;
  const summary = `The last message of ${countOf(failingNames.length, "channel", "channels")} has failed: ${names}.`;
  const advice = "Open the channel, send a test message, and do what its error says.";
  return all ? failing(summary, advice) : warning(summary, advice);
}

interface MailFacts {
  isConfigured: boolean;
  neededBy: readonly string[];
  lastError: string | null;
  hasFailed: boolean;
  stop: string | null;
}

export function judgeMail({ isConfigured, neededBy, lastError, hasFailed, stop }: MailFacts): Finding {
  if (!isConfigured) {
    if (neededBy.length === 0) return isOff("No mail server is set up, and nothing needs one.");
    return failing(
      `No mail server is set up, and ${neededBy.join(" and ")} need one.`,
      "Enter a server under Channels, Mail server.",
    );
  }
  if (hasFailed)
    return failing(
      `The last mail has failed${lastError ? `: ${lastError}` : "."}${stop ? ` ${stop}` : ""}`,
      "Send a test mail under Channels, Mail server, and do what its error says.",
    );
  if (stop === null) return well("A mail server is set up.");
  return warning(stop, "Check the settings under Channels, Mail server, then confirm them there.");
}

interface MirrorFacts {
  state: "off" | "waiting" | "up_to_date" | "stale" | "failing";
  lastSuccessAt: number | null;
  lastError: string | null;
  filesLeft: number;
}

export function judgeMirror(
  { state, lastSuccessAt, lastError, filesLeft }: MirrorFacts,
  now: number,
): Finding {
  const age = lastSuccessAt === null ? "never" : `${formatDuration(Math.max(0, now - lastSuccessAt))} ago`;
  switch (state) {
    case "off":
      if (filesLeft > 0) return judgeRemoval(filesLeft, lastError);
      return isOff(
        "There is no static copy of the page.",
        "Set one up under Static copy, for when everything else is down.",
      );
    case "waiting":
      return well("The first push of the static copy is on its way.");
    case "up_to_date":
      return well(`The static copy was pushed ${age}.`);
    case "stale":
      return warning(
        `The static copy is out of date: it was last pushed ${age}.`,
        "Push it under Static copy, and look at the last pushes there.",
      );
    case "failing":
      return failing(
        `The last push of the static copy has failed${lastError ? `: ${lastError}` : "."}`,
        "Test the storage under Static copy, and do what its error says.",
      );
  }
}

function judgeRemoval(filesLeft: number, lastError: string | null): Finding {
  const left = `The static copy is off, and ${countOf(filesLeft, "file is", "files are")} left to remove from the bucket`;
  if (lastError === null) return well(`${left}.`);
  return failing(`${left}: ${lastError}`, "Do what the error says, or delete the bucket.");
}

const SCHEDULE_MS = { daily: DAY_MS, weekly: 7 * DAY_MS };

/** Overdue at twice its interval, like a monitor. */
export function judgeBackup({ schedule, lastSuccessAt, lastError }: BackupHealth, now: number): Finding {
  const age = lastSuccessAt === null ? null : Math.max(0, now - lastSuccessAt);
  const last = age === null ? "There is no backup yet" : `The last backup is ${formatDuration(age)} old`;
  if (lastError !== null)
    return failing(
      `The last backup has failed: ${lastError} ${last}.`,
      "Make one by hand and do what its error says.",
    );
  if (schedule === "off") return isOff(`${last}, and none is planned.`, "Set a schedule for backups.");
  const isOverdue = age === null || age > 2 * SCHEDULE_MS[schedule];
  if (!isOverdue) return well(`${last}.`);
  return warning(
    `${last}, and one should be made ${schedule}.`,
    "Make one by hand, and check whether housekeeping runs.",
  );
}

interface UpdateFacts {
  isEnabled: boolean;
  hasAddress: boolean;
  running: string;
  newer: { version: string } | null;
  checkedAt: number | null;
  error: string | null;
  command: string;
}

export function judgeUpdate(facts: UpdateFacts, now: number): Finding {
  const { isEnabled, hasAddress, running, newer, checkedAt, error, command } = facts;
  if (!isEnabled)
    return isOff(
      `Uptide ${running} runs; newer releases are not looked for.`,
      "Set UPDATE_CHECK to true to be told of them.",
    );
  if (!hasAddress)
    return isOff(
      `Uptide ${running} runs; no address is set to look for newer releases.`,
      "Set UPDATE_URL to where releases are listed to be told of them.",
    );
  if (newer)
    return warning(
      `Uptide ${newer.version} is available; this is ${running}.`,
      `Read its change notes, then run in your copy of the repository: ${command}`,
    );
  if (error !== null)
    return unknownFinding(
      `Uptide ${running} runs; newer releases could not be looked for: ${error}`,
      "Check UPDATE_URL; it is tried again every 5 minutes.",
    );
  if (checkedAt === null)
    return unknownFinding(
      `Uptide ${running} runs; newer releases were not looked for yet.`,
      "Wait a minute.",
    );
  const age = formatDuration(Math.max(0, now - checkedAt));
  return well(`Uptide ${running} runs and is the newest, as of ${age} ago.`);
}
