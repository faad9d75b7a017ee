import type { Random } from "./random.ts";
import { drawInQuarters, type Span } from "./spans.ts";

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
    // Short, because most checks must be on time.
    absences: [...drawInQuarters(random, span, { chance: 0.5, minutes: [0.1, 1, 5, 20] })],
  };
}
