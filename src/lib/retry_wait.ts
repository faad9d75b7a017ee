import { HOUR_MS } from "./units.ts";

export function decideRetryWait(
  waitsMs: readonly number[],
  { attemptCount, retryAfterMs }: { attemptCount: number; retryAfterMs: number | null },
): number {
  const own = waitsMs[attemptCount - 1] ?? waitsMs.at(-1) ?? 0;
  return Math.max(own, Math.min(retryAfterMs ?? 0, HOUR_MS));
}
