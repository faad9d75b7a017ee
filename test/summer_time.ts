import { DAY_MS } from "../src/lib/units.ts";

/** Clocks in Berlin and Warsaw go from two to three on the last Sunday of March. The year is the next one. */
export function nextSummerTime(): number {
  const last = Date.UTC(new Date().getUTCFullYear() + 1, 2, 31, 1);
  return last - new Date(last).getUTCDay() * DAY_MS;
}
