import { DAY_MS } from "../../lib/units.ts";
import type { UsageFigureId } from "../../schema/system_health.ts";
import { type Finding, isOff, warning, well } from "./health_part.ts";

/**
 * Free plan allowance per day: pricing pages of Workers, D1, Durable Objects and Queues on
 * developers.cloudflare.com.
 */
const FREE_LIMITS: Readonly<Record<UsageFigureId, number>> = {
  workersRequests: 100_000,
  objectRequests: 100_000,
  objectRowsWritten: 100_000,
  databaseRowsRead: 5_000_000,
  databaseRowsWritten: 100_000,
  queueOperations: 10_000,
};

const NAMES: Readonly<Record<UsageFigureId, string>> = {
  workersRequests: "requests to the Worker",
  objectRequests: "requests to objects",
  objectRowsWritten: "rows written in objects",
  databaseRowsRead: "database rows read",
  databaseRowsWritten: "database rows written",
  queueOperations: "queue operations",
};

export const LEAVES_OUT =
  "Requests from visitors, the panel and API clients aren't included, nor other Workers in the account.";

const RUNS_OF_CRON = 1440;
const HOURS = 24;
const SECONDS = 86_400;
const MINUTES = 1440;
/** An idle housekeeping run, without its reads per watch. */
const ROWS_READ_A_RUN = 50;
const ROWS_READ_A_WATCH = 3;
/** The day's row and those not yet in a block. */
const ROWS_READ_AN_HOUR = 4;
/** The alarm, the new tick, and the week-old tick that is deleted. */
const ROWS_A_TICK = 3;
/** Into and out of the outbox, and the hour's number. */
const ROWS_AN_HOUR = 3;
/** Hourly times; daily the block and the day it replaces. */
const DATABASE_ROWS_A_DAY = HOURS + 2;
/** Created, claimed and ended, each with its indexes. */
const DATABASE_ROWS_A_MESSAGE = 10;
const OPERATIONS_A_MESSAGE = 3;
const REQUESTS_A_MESSAGE = 2;

export interface UsedMonitor {
  watch: number;
  isPaused: boolean;
  isPassive: boolean;
  intervalSecs: number;
  places: number;
  everyPlaceEvery: number | null;
  isFailing: boolean;
}

interface UsageFacts {
  monitors: readonly UsedMonitor[];
  mirrors: number;
  messages: number | null;
  now: number;
}

interface UsageFigure {
  id: UsageFigureId;
  used: number;
  byMidnight: number;
  freeLimit: number;
}

export function estimateUsage({ monitors, mirrors, messages, now }: UsageFacts): UsageFigure[] {
  const share = (now % DAY_MS) / DAY_MS;
  const steady = estimateDay(monitors, mirrors);
  const each: Partial<Record<UsageFigureId, number>> = {
    workersRequests: 1,
    objectRequests: REQUESTS_A_MESSAGE,
    databaseRowsWritten: DATABASE_ROWS_A_MESSAGE,
    queueOperations: OPERATIONS_A_MESSAGE,
  };
  // In the first hour, a few messages would extrapolate to many.
  const growth = 1 / Math.max(share, 1 / HOURS);
  return Object.entries(FREE_LIMITS).map(([name, freeLimit]) => {
    const id = name as UsageFigureId;
    const sent = (messages ?? 0) * (each[id] ?? 0);
    return {
      id,
      used: Math.round(steady[id] * share + sent),
      byMidnight: Math.round(steady[id] + sent * growth),
      freeLimit,
    };
  });
}

function estimateDay(
  monitors: readonly UsedMonitor[],
  mirrors: number,
): Readonly<Record<UsageFigureId, number>> {
  const watches = Map.groupBy(monitors, ({ watch }) => watch);
  let [beats, alarms, hours] = [0, 0, 0];
  for (const own of watches.values()) {
    const running = own.filter(({ isPaused }) => !isPaused);
    const passive = running.filter(({ isPassive }) => isPassive);
    beats += passive.reduce((sum, { intervalSecs }) => sum + SECONDS / intervalSecs, 0);
    alarms += countSlots(
      running.filter(({ isPassive }) => !isPassive).map(({ intervalSecs }) => intervalSecs),
    );
    hours += running.length > 0 ? HOURS * (running.length + ROWS_AN_HOUR) : 0;
  }
  const running = monitors.filter(({ isPaused }) => !isPaused).length;
  const revived = (watches.size + mirrors) * RUNS_OF_CRON;
  return {
    workersRequests: RUNS_OF_CRON + beats,
    objectRequests: alarms + beats + revived + countAskedPlaces(monitors),
    objectRowsWritten: (alarms + beats) * ROWS_A_TICK + hours,
    databaseRowsRead:
      RUNS_OF_CRON * (ROWS_READ_A_RUN + ROWS_READ_A_WATCH * watches.size) +
      HOURS * ROWS_READ_AN_HOUR * running,
    databaseRowsWritten: RUNS_OF_CRON + DATABASE_ROWS_A_DAY * running,
    queueOperations: 0,
  };
}

function countAskedPlaces(monitors: readonly UsedMonitor[]): number {
  return monitors.reduce((sum, { places, everyPlaceEvery, isFailing, isPaused, intervalSecs }) => {
    if (isPaused || places === 0) return sum;
    const checks = SECONDS / intervalSecs;
    const rounds = everyPlaceEvery === null ? 0 : Math.min(checks, MINUTES / everyPlaceEvery);
    return sum + places * (isFailing ? checks : rounds);
  }, 0);
}

/** Slots of a multiple coincide with those of the shorter interval. */
function countSlots(intervals: readonly number[]): number {
  const distinct = [...new Set(intervals)];
  return distinct
    .filter((one) => !distinct.some((other) => other < one && one % other === 0))
    .reduce((sum, one) => sum + SECONDS / one, 0);
}

export function judgeUsage(figures: readonly UsageFigure[] | null): Finding {
  if (figures === null) return isOff("No plan limits apply on this machine.");
  const most = figures.reduce((a, b) => (shareOf(b) > shareOf(a) ? b : a));
  const share = shareOf(most);
  const summary = `By midnight about ${most.byMidnight.toLocaleString("en")} ${NAMES[most.id]}: ${Math.round(share * 100)}% of the free plan's ${most.freeLimit.toLocaleString("en")}, visitors not counted.`;
  if (share < 0.8) return well(summary);
  return warning(
    summary,
    "On the free plan, check less often, use fewer regions, remove monitors, or upgrade. The paid plan has no such limit.",
  );
}

function shareOf({ byMidnight, freeLimit }: UsageFigure): number {
  return byMidnight / freeLimit;
}
