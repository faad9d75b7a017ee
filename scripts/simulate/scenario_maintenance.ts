import type { Random } from "./random.ts";
import type { Span } from "./spans.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export interface Window {
  name: string;
  startsAt: number;
  endsAt: number;
  monitors: string[];
}

/**
 * If it recurs, it may have begun days before. It doesn't notify subscribers then, because announcements of occurrences
 * aren't simulated.
 */
export interface Maintenance extends Window {
  everyDays: number | null;
}

export function drawMaintenance(
  random: Random,
  monitors: readonly string[],
  { from, to }: Span,
): Maintenance[] {
  const maintenance: Maintenance[] = [];
  const gapMs = (to - from) / 4;
  for (let at = from + random.next() * gapMs; at < to - gapMs; at += (0.5 + random.next()) * gapMs) {
    const startsAt = Math.round(at);
    const endsAt = startsAt + random.whole(5, 60) * MINUTE_MS;
    const own = monitors.filter(() => random.chance(0.4));
    if (own.length === 0) continue;
    const name = `window ${maintenance.length + 1}`;
    const { everyDays, before } = drawRecurrence(random.fork(name));
    const sinceMs = (everyDays ?? 0) * before * DAY_MS;
    const times = { startsAt: startsAt - sinceMs, endsAt: endsAt - sinceMs };
    maintenance.push({ name, ...times, monitors: own, everyDays });
  }
  return maintenance;
}

function drawRecurrence(random: Random): { everyDays: number | null; before: number } {
  return { everyDays: random.chance(0.4) ? random.pick([1, 2, 7]) : null, before: random.whole(0, 3) };
}

export function listOccurrences({ everyDays, ...window }: Maintenance, { to }: Span): Window[] {
  const occurrences = [window];
  const stepMs = (everyDays ?? 0) * DAY_MS;
  for (let byMs = stepMs; stepMs > 0 && window.startsAt + byMs < to + DAY_MS; byMs += stepMs)
    occurrences.push({ ...window, startsAt: window.startsAt + byMs, endsAt: window.endsAt + byMs });
  return occurrences;
}
