import { DAY_MS, HOUR_MS } from "../../lib/units.ts";
import type { BackupSettings } from "../../schema/backup.ts";

/** The epoch began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
const RETRY_MS = HOUR_MS;
const MOST_TRIES = 3;

export interface ScheduleState {
  slot: number | null;
  failures: number;
  failedAt: number | null;
}

export const NO_SLOT: ScheduleState = { slot: null, failures: 0, failedAt: null };

function slotBefore({ schedule, hour }: BackupSettings, now: number): number | null {
  if (schedule === "off") return null;
  const [period, from] = schedule === "daily" ? [DAY_MS, 0] : [7 * DAY_MS, FIRST_MONDAY_MS];
  const origin = from + hour * HOUR_MS;
  return origin + Math.floor((now - origin) / period) * period;
}

export function nextSlot(settings: BackupSettings, now: number): number | null {
  const slot = slotBefore(settings, now);
  if (slot === null) return null;
  return slot + (settings.schedule === "daily" ? DAY_MS : 7 * DAY_MS);
}

/**
 * However many slots were missed, they make one backup. After the clock was set back the slot is taken again
 * without a backup; otherwise the schedule would wait until the old time.
 */
export function decideDue(
  settings: BackupSettings,
  state: ScheduleState,
  now: number,
): { isDue: boolean; state: ScheduleState } {
  const slot = slotBefore(settings, now);
  if (slot === null) return { isDue: false, state: NO_SLOT };
  const fresh = { slot, failures: 0, failedAt: null };
  if (state.slot === null || slot < state.slot) return { isDue: false, state: fresh };
  if (slot > state.slot) return { isDue: true, state: fresh };
  const retryAt = retryTime(state);
  const isSetBack = state.failedAt !== null && state.failedAt > now;
  const isDue = retryAt !== null && (retryAt <= now || isSetBack);
  return { isDue, state: isDue ? { ...state, failedAt: null } : state };
}

export function retryTime({ failures, failedAt }: ScheduleState): number | null {
  return failedAt !== null && failures < MOST_TRIES ? failedAt + RETRY_MS : null;
}

export function afterFailure(state: ScheduleState, now: number): ScheduleState {
  return { ...state, failures: state.failures + 1, failedAt: now };
}

export function decideOverdue<T extends { createdAt: number }>(scheduled: readonly T[], keep: number): T[] {
  return scheduled.toSorted((a, b) => b.createdAt - a.createdAt).slice(keep);
}
