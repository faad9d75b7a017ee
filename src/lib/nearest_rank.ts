/** The rank of a quantile, from 1: of so many sorted values the smallest that a share `q` does not exceed. */
export function nearestRank(count: number, q: number): number {
  // A product such as 0.07 * 100 may come out a hair above the whole number that it is.
  return Math.max(1, Math.ceil(q * count - 1e-9));
}
