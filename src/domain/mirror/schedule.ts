import { HOUR_MS, MINUTE_MS } from "../../lib/units.ts";

const WHOLE_EVERY_MS = 6 * HOUR_MS;

export function nextPushAt(startedAt: number, intervalSecs: number, now: number): number {
  const interval = intervalSecs * 1000;
  const passed = Math.max(0, Math.floor((now - startedAt) / interval));
  return startedAt + (passed + 1) * interval;
}

export function isWholeDue(lastWholeAt: number | null, now: number): boolean {
  return lastWholeAt === null || now - lastWholeAt >= WHOLE_EVERY_MS;
}

export function nextRemovalAt(now: number, failures: number): number {
  return now + Math.min(HOUR_MS, MINUTE_MS * 2 ** failures);
}
