import type { Random } from "./random.ts";
import type { Span } from "./spans.ts";

const MINUTE_MS = 60_000;
export const AGENTS_CHANNEL = "agents";

export interface Agent {
  key: string;
  awayAfterSecs: number;
  monitors: string[];
  absences: Span[];
}

export function drawAgent(
  random: Random,
  { monitors, span }: { monitors: readonly string[]; span: Span },
): Agent | null {
  if (!random.chance(0.3)) return null;
  const own = monitors.filter(() => random.chance(0.6));
  return {
    key: "office",
    awayAfterSecs: random.pick([30, 120, 600]),
    monitors: own,
    absences: drawAbsences(random, span),
  };
}

/** Away at most a quarter of the time, because most checks must be on time. */
function drawAbsences(random: Random, { from, to }: Span): Span[] {
  const absences: Span[] = [];
  const partMs = (to - from) / 4;
  for (let at = from; at + partMs < to; at += partMs) {
    if (!random.chance(0.5)) continue;
    const startsAt = Math.round(at + (random.next() * partMs) / 2);
    const lengthMs = Math.min(random.pick([0.1, 1, 5, 20]) * MINUTE_MS, partMs / 4);
    absences.push({ from: startsAt, to: Math.round(startsAt + lengthMs) });
  }
  return absences;
}
