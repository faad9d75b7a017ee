import { MINUTE_MS } from "../../lib/units.ts";
import { closeOpen, type HistoryWrite } from "../uptime/uptime.ts";
import type { MonitorState } from "./state.ts";

/** A smaller step back is a slow check or a clock corrected by seconds: time stands still until it catches up. */
export const SET_BACK_MS = 2 * MINUTE_MS;

export function setBackMs({ checkedAt }: Pick<MonitorState, "checkedAt">, now: number): number {
  const ahead = checkedAt === null ? 0 : checkedAt - now;
  return ahead > SET_BACK_MS ? ahead : 0;
}

/**
 * After the clock was set back, the current state starts now at the latest, with a new history row. The row before
 * keeps the former clock's times.
 */
export function moveBack(state: MonitorState, now: number): { state: MonitorState; history: HistoryWrite[] } {
  if (setBackMs(state, now) === 0) return { state, history: [] };
  const { open, alerted, checkedAt, message } = state;
  const limit = (at: number | null) => (at === null ? null : Math.min(at, now));
  const reopened = open && { state: open.state, from: now };
  return {
    state: {
      ...state,
      checkedAt: now,
      currentSince: limit(state.currentSince),
      confirmedSince: limit(state.confirmedSince),
      failingSince: limit(state.failingSince),
      alerted: alerted && { ...alerted, since: Math.min(alerted.since, now) },
      open: reopened,
    },
    history: [
      ...closeOpen(open, checkedAt ?? now),
      ...(reopened ? [{ kind: "open", ...reopened, message } as const] : []),
    ],
  };
}
