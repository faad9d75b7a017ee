import type { LastHour } from "../../src/objects/agent.ts";

const PART_MS = 300_000;
const PARTS = 12;

export interface HourCount {
  add(isMade: boolean): void;
  read(): LastHour;
}

/** Counts in parts of five minutes, because keeping each check would take too much memory. */
export function makeHourCount(now = () => performance.now()): HourCount {
  const parts = new Map<number, LastHour>();
  const current = () => Math.floor(now() / PART_MS);
  return {
    add(isMade) {
      const part = parts.get(current()) ?? { checks: 0, notMade: 0 };
      parts.set(current(), { checks: part.checks + 1, notMade: part.notMade + (isMade ? 0 : 1) });
    },
    read() {
      for (const at of parts.keys()) if (at <= current() - PARTS) parts.delete(at);
      const all = [...parts.values()];
      return {
        checks: all.reduce((sum, { checks }) => sum + checks, 0),
        notMade: all.reduce((sum, { notMade }) => sum + notMade, 0),
      };
    },
  };
}
