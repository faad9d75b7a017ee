const AT_ONCE = 5;
const WITHIN_MS = 30_000;

/**
 * When to ask for the whole page after a change: at once, but spread over a second, because everybody who looks was
 * told at one moment. Where changes do not end, only the first few are followed that closely.
 */
export function reloadDelayMs(
  reloads: readonly number[],
  { now, chance }: { now: number; chance: number },
): number {
  const recent = reloads.filter((at) => now - at < WITHIN_MS).length;
  return recent < AT_ONCE ? 250 + 850 * chance : 5000 + 5000 * chance;
}
