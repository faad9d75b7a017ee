import type { Config } from "../../lib/config.ts";
import { longestGapSecs, parseCron } from "../../lib/cron.ts";

export interface ActionLink {
  actionId: number;
  onStatus: "down" | "up";
  delayMinutes: number;
  cooldownMinutes: number;
}

/** When a heartbeat is awaited in place of an interval. */
interface HeartbeatSchedule {
  cron: string;
  timezone: string;
}

/** What of a monitor's configuration decides its status. */
export interface MonitorRule {
  intervalSecs: number;
  /** Heartbeats only: how much later than the interval one may come. */
  graceSecs?: number;
  /** Heartbeats only. */
  schedule?: HeartbeatSchedule;
  /** Heartbeats only: since when the first one is awaited. */
  awaitedSince?: number;
  /** Heartbeats only: how long a run that said it began may take. */
  maxRunSecs?: number;
  failureThreshold: number;
  recoveryThreshold: number;
  autoIncidentMinutes: number | null;
  links: readonly ActionLink[];
}

/** The type that is told of by heartbeats, and not checked from here. */
export const HEARTBEAT_TYPE = "webhook";
/** The type whose status is set by people and programs, and holds until it is set again. */
export const MANUAL_TYPE = "manual";
/** Ten years: what was set is known for longer than anybody looks back. */
const MANUAL_SECS = 315_360_000;
const UTC = "UTC";

/** Whether there is something to check; else it is told of. */
export function isProbed({ type }: { type: string }): boolean {
  return type !== HEARTBEAT_TYPE && type !== MANUAL_TYPE;
}

/** How often a monitor is heard of, and how much later that may be. */
interface Pace {
  intervalSecs: number;
  graceSecs: number;
}

/** The same for what has no interval: its schedule's longest gap. */
export function paceOf({
  type,
  intervalSecs,
  config,
}: {
  type: string;
  intervalSecs: number;
  config: Config;
}): Pace {
  if (type === MANUAL_TYPE) return { intervalSecs: MANUAL_SECS, graceSecs: 0 };
  if (type !== HEARTBEAT_TYPE) return { intervalSecs, graceSecs: 0 };
  const graceSecs = positive(config["graceSecs"]) ?? 0;
  const gapSecs = gapSecsOf(config["schedule"]);
  return { intervalSecs: gapSecs ?? intervalSecs, graceSecs };
}

/** What of a monitor's config tells its watch when a heartbeat is late. */
export function beatRuleOf({
  type,
  config,
  createdAt,
}: {
  type: string;
  config: Config;
  createdAt?: number;
}): Pick<MonitorRule, "awaitedSince" | "schedule" | "maxRunSecs"> {
  if (type !== HEARTBEAT_TYPE) return {};
  const { schedule, timezone } = config;
  const maxRunSecs = positive(config["maxRunSecs"]);
  return {
    ...(createdAt === undefined ? {} : { awaitedSince: createdAt }),
    ...(typeof schedule === "string" && schedule
      ? { schedule: { cron: schedule, timezone: typeof timezone === "string" && timezone ? timezone : UTC } }
      : {}),
    ...(maxRunSecs ? { maxRunSecs } : {}),
  };
}

function positive(value: unknown): number | null {
  const secs = Number(value ?? 0);
  return Number.isFinite(secs) && secs > 0 ? secs : null;
}

const MOST_KNOWN = 500;
const knownGaps = new Map<string, number | null>();

function gapSecsOf(schedule: unknown): number | null {
  if (typeof schedule !== "string" || !schedule) return null;
  let gap = knownGaps.get(schedule);
  if (gap === undefined) {
    const cron = parseCron(schedule);
    gap = typeof cron === "string" ? null : longestGapSecs(cron);
    if (knownGaps.size >= MOST_KNOWN) knownGaps.clear();
    knownGaps.set(schedule, gap);
  }
  return gap;
}

/** The longest time between two checks that still has a state, of a monitor as it is configured. */
export function gapMsOf(monitor: Parameters<typeof paceOf>[0]): number {
  return maxGapMs(paceOf(monitor));
}

/** The longest time between two checks that still has a state. */
export function maxGapMs({
  intervalSecs,
  graceSecs = 0,
}: Pick<MonitorRule, "intervalSecs" | "graceSecs">): number {
  return Math.max(2 * intervalSecs, intervalSecs + graceSecs) * 1000;
}
