import { nearestRank } from "../../src/lib/nearest_rank.ts";

export function quantile(values: readonly number[], q: number): number {
  return values.toSorted((a, b) => a - b)[nearestRank(values.length, q) - 1] ?? Number.NaN;
}
