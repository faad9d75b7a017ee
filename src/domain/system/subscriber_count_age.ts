import { DAY_MS } from "../../lib/units.ts";

/** Counting goes through every subscriber, and a row that is read is paid for. */
const ROWS_A_DAY = 500_000;
/** So few are counted each time. */
const FEW = 200;

/** How long a count of so many holds, so that however often somebody asks a day costs about as much. */
export function countHoldsMs(subscribers: number): number {
  return subscribers <= FEW ? 0 : (subscribers / ROWS_A_DAY) * DAY_MS;
}
