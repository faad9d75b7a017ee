import type { Config } from "../../lib/config.ts";
import { longestGapSecs, parseCron } from "../../lib/cron.ts";
import type { Problem } from "../../lib/errors.ts";
import { DAY_MS, HOUR_MS } from "../../lib/units.ts";
import type { Location } from "../../schema/place.ts";

export interface ActionLink {
  actionId: number;
  onStatus: "down" | "up";
  delayMinutes: number;
  cooldownMinutes: number;
}

interface HeartbeatSchedule {
  cron: string;
  timezone: string;
}

export interface MonitorRule {
  intervalSecs: number;
  /** Heartbeats only: tolerated delay after the interval. */
  graceSecs?: number;
  schedule?: HeartbeatSchedule;
  awaitedSince?: number;
  /** Heartbeats only: longest duration of a started run. */
  maxRunSecs?: number;
  failureThreshold: number;
  recoveryThreshold: number;
  autoIncidentMinutes: number | null;
  links: readonly ActionLink[];
}

/** Receives heartbeats instead of being checked. Its public name is older: channels and actions send webhooks too. */
export const HEARTBEAT_TYPE = "webhook";
export const MANUAL_TYPE = "manual";
const MANUAL_SECS = 315_360_000;
const UTC = "UTC";

export function isProbed({ type }: { type: string }): boolean {
  return type !== HEARTBEAT_TYPE && type !== MANUAL_TYPE;
}

interface Pace {
  intervalSecs: number;
  graceSecs: number;
}

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

export function gapMsOf(monitor: Parameters<typeof paceOf>[0]): number {
  return maxGapMs(paceOf(monitor));
}

export function maxGapMs({
  intervalSecs,
  graceSecs = 0,
}: Pick<MonitorRule, "intervalSecs" | "graceSecs">): number {
  return Math.max(2 * intervalSecs, intervalSecs + graceSecs) * 1000;
}

/** Registries limit how often they are asked, and dates of registrations change once a year. */
const DOMAIN_TYPE = "domain";
const LEAST_DOMAIN_SECS = HOUR_MS / 1000;
const DOMAIN_SECS = DAY_MS / 1000;
const USUAL_SECS = 60;

export function defaultIntervalSecs(type: string): number {
  return type === DOMAIN_TYPE ? DOMAIN_SECS : USUAL_SECS;
}

export function findIntervalProblem({
  type,
  intervalSecs,
}: {
  type: string;
  intervalSecs: number;
}): Problem | null {
  if (type !== DOMAIN_TYPE || intervalSecs >= LEAST_DOMAIN_SECS) return null;
  return {
    path: "intervalSecs",
    message: `Use at least ${LEAST_DOMAIN_SECS} seconds: registries limit the number of requests.`,
  };
}

export interface LocationRule {
  locations: readonly Location[];
  confirmFrom: number | null;
  everyPlaceEvery: number | null;
}

export const NO_LOCATIONS: LocationRule = { locations: [], confirmFrom: null, everyPlaceEvery: null };

export function locationRuleOf(
  given: {
    [Field in keyof LocationRule]?: LocationRule[Field] | undefined;
  },
): { locations: Location[] } & Omit<LocationRule, "locations"> {
  const { locations = [], confirmFrom = null, everyPlaceEvery = null } = given;
  return { locations: [...locations], confirmFrom, everyPlaceEvery };
}

export function findLocationProblem(rule: LocationRule & { type: string }): Problem | null {
  const { locations, confirmFrom, everyPlaceEvery } = rule;
  if (!isProbed(rule)) {
    const path = firstOf(rule);
    const message = `Monitors of type ${rule.type} aren't checked from here: leave out ${path}.`;
    return path ? { path, message } : null;
  }
  if (locations.length === 0) {
    const path = firstOf({ confirmFrom, everyPlaceEvery, locations: [] });
    return path ? { path, message: "Choose regions first: there are no others to check from." } : null;
  }
  const asked = locations.length + 1;
  if (confirmFrom === null || confirmFrom <= asked) return null;
  return { path: "confirmFrom", message: `Use at most ${asked}: the number of regions including home.` };
}

export function followLocations<Change extends Partial<LocationRule> & { type?: string }>(
  before: LocationRule & { type: string },
  given: Change,
): Change {
  const after = { ...before, ...given };
  const isUnchecked = !isProbed(after) && isProbed(before);
  const isEmptied = after.locations.length === 0 && before.locations.length > 0;
  return isUnchecked || isEmptied ? { ...NO_LOCATIONS, ...given } : given;
}

function firstOf({ locations, confirmFrom, everyPlaceEvery }: LocationRule): keyof LocationRule | null {
  if (locations.length > 0) return "locations";
  if (confirmFrom !== null) return "confirmFrom";
  return everyPlaceEvery === null ? null : "everyPlaceEvery";
}
