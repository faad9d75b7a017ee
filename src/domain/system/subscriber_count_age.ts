import { DAY_MS } from "../../lib/units.ts";

/** Counting reads every subscriber, and rows read are paid for. */
const ROWS_A_DAY = 500_000;
const FEW = 200;

export function countHoldsMs(subscribers: number): number {
  return subscribers <= FEW ? 0 : (subscribers / ROWS_A_DAY) * DAY_MS;
}
