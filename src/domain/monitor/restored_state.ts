import type { OpenSegment } from "../uptime/history.ts";
import type { CertificateWarnings } from "./certificate.ts";
import { isFailing } from "./check_result.ts";
import type { MonitorEvent } from "./event.ts";
import { type Alerted, initialState, type MonitorState } from "./state.ts";
import type { CertificateNotice, StatusRow } from "./watch_item.ts";

/** What the database has of a monitor whose watch knows nothing, as after a restore. */
export interface StoredFacts {
  status: StatusRow;
  open: OpenSegment | null;
  /** Changes of status, oldest first: at least those since the last that was not held back. */
  events: readonly MonitorEvent[];
  notices: readonly CertificateNotice[];
}

/**
 * The state that a watch goes on from: what was told of an outage stays told, so that it is not told again and its end
 * is. A streak that was not confirmed begins anew.
 */
export function restoreState({ status, open, events }: StoredFacts, sequence: number): MonitorState {
  const { certificateExpiresAt: _, ...known } = status;
  const { confirmed, confirmedSince } = known;
  return {
    ...initialState(sequence),
    ...known,
    open,
    failingSince: isFailing(confirmed) ? confirmedSince : null,
    alerted: findAlerted(events, confirmed),
  };
}

function findAlerted(events: readonly MonitorEvent[], confirmed: MonitorState["confirmed"]): Alerted | null {
  const last = events.findLast(({ isSuppressed }) => !isSuppressed);
  if (last?.kind !== "alert" || !isFailing(last.status)) return null;
  // A recovery inside of maintenance is owed still.
  const isStale = events.at(-1)?.kind === "recovery" || !isFailing(confirmed);
  const status = isFailing(confirmed) ? confirmed : last.status;
  return { status, since: last.downSince, hasBeenDown: last.hasBeenDown, isStale };
}

/** What has been told of its certificates stays told too. */
export function restoreWarnings({ status, notices }: StoredFacts): CertificateWarnings {
  const seen = new Map<number, number | null>();
  for (const { kind, expiresAt, daysLeft } of notices) {
    const told = seen.get(expiresAt) ?? null;
    const warned = kind === "renewed" ? null : kind === "expired" ? -1 : daysLeft;
    seen.delete(expiresAt);
    seen.set(expiresAt, told === null || warned === null ? (warned ?? told) : Math.min(told, warned));
  }
  const { certificateExpiresAt: last } = status;
  if (last !== null) {
    const told = seen.get(last) ?? null;
    seen.delete(last);
    seen.set(last, told);
  }
  return { seen: [...seen].map(([expiresAt, warnedDays]) => ({ expiresAt, warnedDays })) };
}
