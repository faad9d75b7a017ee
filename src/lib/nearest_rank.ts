export function nearestRank(count: number, q: number): number {
  // A product such as 0.07 * 100 may be slightly above its true whole number.
  return Math.max(1, Math.ceil(q * count - 1e-9));
}
