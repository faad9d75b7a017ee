import { HOUR_MS } from "../../lib/units.ts";
import { occurrencesFrom, type Rule } from "./recurrence.ts";

export interface Bounds {
  startsAt: number;
  endsAt: number;
}

export interface Exception {
  at: number;
  moved: Bounds | null;
}

export interface Series extends Pick<Rule, "recurrence" | "timezone"> {
  announceHours: number;
  exceptions: readonly Exception[];
}

export interface PlannedOccurrence extends Bounds {
  at: number;
  isMoved: boolean;
  /** Only the next occurrence is announced, once the one before is over. */
  announceAt: number;
}

const PLANNED = 10;
const KEPT_MS = 400 * 24 * HOUR_MS;

export interface SeriesWindow extends Bounds {
  series: Series;
}

function ruleOf({ startsAt, endsAt, series }: SeriesWindow): Rule {
  return { startsAt, endsAt, timezone: series.timezone, recurrence: series.recurrence };
}

export function planOccurrences(window: SeriesWindow, now: number): PlannedOccurrence[] {
  const { exceptions, announceHours } = window.series;
  const decided = new Set(exceptions.map(({ at }) => at));
  const found = exceptions.flatMap(({ at, moved }) =>
    moved && moved.endsAt > now ? [{ at, ...moved, isMoved: true }] : [],
  );
  let left = PLANNED;
  for (const { startsAt, endsAt } of occurrencesFrom(ruleOf(window), now)) {
    if (decided.has(startsAt)) continue;
    found.push({ at: startsAt, startsAt, endsAt, isMoved: false });
    if (--left === 0) break;
  }
  const next = found.sort((a, b) => a.startsAt - b.startsAt || a.at - b.at).slice(0, PLANNED);
  return next.map((one, i) => {
    const wanted = Math.max(one.startsAt - announceHours * HOUR_MS, next[i - 1]?.endsAt ?? -Infinity);
    return { ...one, announceAt: Math.min(wanted, one.startsAt) };
  });
}

export function listSkipped({ exceptions }: Series, now: number): number[] {
  return exceptions
    .filter(({ at, moved }) => moved === null && at > now)
    .map(({ at }) => at)
    .sort((a, b) => a - b);
}

export function findOccurrence(
  window: SeriesWindow,
  at: number,
): (Bounds & { exception: Exception | null }) | null {
  for (const { startsAt, endsAt } of occurrencesFrom(ruleOf(window), at)) {
    if (startsAt > at) return null;
    if (startsAt < at) continue;
    const exception = window.series.exceptions.find((one) => one.at === at) ?? null;
    return { ...(exception?.moved ?? { startsAt, endsAt }), exception };
  }
  return null;
}

export function withException(
  exceptions: readonly Exception[],
  at: number,
  exception: Exception | null,
): Exception[] {
  const others = exceptions.filter((one) => one.at !== at);
  return [...others, ...(exception ? [exception] : [])].sort((a, b) => a.at - b.at);
}

export function keepExceptions(window: SeriesWindow, now: number): Exception[] {
  const { exceptions } = window.series;
  const [first, last] = [exceptions[0]?.at, exceptions.at(-1)?.at];
  if (first === undefined || last === undefined) return [];
  const known = new Set<number>();
  for (const { startsAt } of occurrencesFrom(ruleOf(window), first)) {
    if (startsAt > last) break;
    known.add(startsAt);
  }
  return exceptions.filter(({ at, moved }) => known.has(at) && (moved?.endsAt ?? at) > now - KEPT_MS);
}
