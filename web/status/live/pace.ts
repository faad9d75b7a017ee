const AT_ONCE = 5;
const WITHIN_MS = 30_000;

/**
 * Spread over a second, because all visitors are notified at once. Under constant change only the first few
 * reloads are this quick.
 */
export function reloadDelayMs(
  reloads: readonly number[],
  { now, chance }: { now: number; chance: number },
): number {
  const recent = reloads.filter((at) => now - at < WITHIN_MS).length;
  return recent < AT_ONCE ? 250 + 850 * chance : 5000 + 5000 * chance;
}
