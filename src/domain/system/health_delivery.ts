import { formatDuration } from "../../lib/duration.ts";
import { plural } from "../../lib/plural.ts";
import { DAY_MS } from "../../lib/units.ts";
import { HEALTH_STATES } from "../../schema/health_part.ts";
import type { BackupHealth } from "../../schema/system_health.ts";
import { DEFAULT_PAGE_KEY } from "../page/site.ts";
import { type Finding, failing, isOff, unknownFinding, warning, well } from "./health_part.ts";

const NAMED = 3;

export function judgeChannels(failingNames: readonly string[], total: number): Finding {
  if (total === 0) return isOff("There are no channels.", "Add a channel to get notified.");
  if (failingNames.length === 0) return well("Each channel's last message was delivered.");
  const rest = failingNames.length - NAMED;
  const names = failingNames.slice(0, NAMED).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
  const all = failingNames.length === total;
  const summary = `The last message failed for ${plural(failingNames.length, "channel")}: ${names}.`;
  const advice = "Open the channel, send a test message and follow its error.";
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
    if (neededBy.length === 0) return isOff("No email server is set up, and none is needed.");
    return failing(
      `No email server is set up, and ${neededBy.join(" and ")} need one.`,
      "Enter a server under Email server.",
    );
  }
  if (hasFailed)
    return failing(
      `The last email failed${lastError ? `: ${lastError}` : "."}${stop ? ` ${stop}` : ""}`,
      "Send a test email under Email server and follow its error.",
    );
  if (stop === null) return well("An email server is set up.");
  return warning(stop, "Check the settings under Email server and save them to confirm.");
}

interface MirrorFacts {
  state: "off" | "waiting" | "up_to_date" | "stale" | "failing";
  lastSuccessAt: number | null;
  lastError: string | null;
  filesLeft: number;
}

function judgeMirror({ state, lastSuccessAt, lastError, filesLeft }: MirrorFacts, now: number): Finding {
  const age = lastSuccessAt === null ? "never" : `${formatDuration(Math.max(0, now - lastSuccessAt))} ago`;
  switch (state) {
    case "off":
      if (filesLeft > 0) return judgeRemoval(filesLeft, lastError);
      return isOff(
        "The page has no static copy.",
        "Set one up under Static copy to stay online when everything else is down.",
      );
    case "waiting":
      return well("The first push of the static copy is in progress.");
    case "up_to_date":
      return well(`The static copy was pushed ${age}.`);
    case "stale":
      return warning(
        `The static copy is out of date: it was last pushed ${age}.`,
        "Push it under Static copy and check the recent pushes there.",
      );
    case "failing":
      return failing(
        `The last push of the static copy failed${lastError ? `: ${lastError}` : "."}`,
        "Test the storage under Static copy and follow its error.",
      );
  }
}

export function judgeMirrors(
  mirrors: readonly { page: string; status: MirrorFacts }[],
  now: number,
): Finding {
  const worth = mirrors.filter(({ status }) => status.state !== "off" || status.filesLeft > 0);
  const judged = worth.map(({ page, status }) => {
    const finding = judgeMirror(status, now);
    return worth.length > 1 || page !== DEFAULT_PAGE_KEY
      ? { ...finding, summary: `Page ${page}: ${finding.summary}` }
      : finding;
  });
  const [worst] = judged.sort((a, b) => HEALTH_STATES.indexOf(a.state) - HEALTH_STATES.indexOf(b.state));
  return worst ?? judgeMirror({ state: "off", lastSuccessAt: null, lastError: null, filesLeft: 0 }, now);
}

function judgeRemoval(filesLeft: number, lastError: string | null): Finding {
  const left = `The static copy is off, and ${plural(filesLeft, "file is", "files are")} left to remove from the bucket`;
  if (lastError === null) return well(`${left}.`);
  return failing(`${left}: ${lastError}`, "Follow the error, or delete the bucket.");
}

const SCHEDULE_MS = { daily: DAY_MS, weekly: 7 * DAY_MS };

export function judgeBackup({ schedule, lastSuccessAt, lastError }: BackupHealth, now: number): Finding {
  const age = lastSuccessAt === null ? null : Math.max(0, now - lastSuccessAt);
  const last = age === null ? "There is no backup yet" : `The last backup is ${formatDuration(age)} old`;
  if (lastError !== null)
    return failing(
      `The last backup failed: ${lastError} ${last}.`,
      "Create one manually and follow its error.",
    );
  if (schedule === "off") return isOff(`${last}, and none is scheduled.`, "Set a schedule for backups.");
  const isOverdue = age === null || age > 2 * SCHEDULE_MS[schedule];
  if (!isOverdue) return well(`${last}.`);
  return warning(
    `${last}, but backups are set to ${schedule}.`,
    "Create one manually, and check that housekeeping runs.",
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
      `Running Uptide ${running}. Update checks are off.`,
      "Set UPDATE_CHECK to true to be notified of new releases.",
    );
  if (!hasAddress)
    return isOff(
      `Running Uptide ${running}. No address is set for update checks.`,
      "Set UPDATE_URL to a list of releases to be notified of new ones.",
    );
  if (newer)
    return warning(
      `Uptide ${newer.version} is available. You're running ${running}.`,
      `Read the release notes, then run in your checkout: ${command}`,
    );
  if (error !== null)
    return unknownFinding(
      `Running Uptide ${running}. The update check failed: ${error}`,
      "Check UPDATE_URL. It is retried every 5 minutes.",
    );
  if (checkedAt === null)
    return unknownFinding(`Running Uptide ${running}. No update check has run yet.`, "Wait a minute.");
  const age = formatDuration(Math.max(0, now - checkedAt));
  return well(`Running Uptide ${running}, the latest version as of ${age} ago.`);
}
