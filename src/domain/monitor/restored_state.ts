import type { OpenSegment } from "../uptime/uptime.ts";
import type { CertificateWarnings } from "./certificate.ts";
import { isFailing } from "./check_result.ts";
import type { MonitorEvent } from "./event.ts";
import { type Alerted, initialState, type MonitorState } from "./state.ts";
import type { CertificateNotice, StatusRow } from "./watch_item.ts";

export interface StoredFacts {
  status: StatusRow;
  open: OpenSegment | null;
  /** Oldest first, at least since the last event that was not held back. */
  events: readonly MonitorEvent[];
  notices: readonly CertificateNotice[];
}

/**
 * Alerts already sent stay sent: they don't repeat, and their recovery follows. An unconfirmed streak starts
 * again.
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
  // A recovery during maintenance is still owed.
  const isStale = events.at(-1)?.kind === "recovery" || !isFailing(confirmed);
  const status = isFailing(confirmed) ? confirmed : last.status;
  return { status, since: last.downSince, hasBeenDown: last.hasBeenDown, isStale };
}

export function restoreWarnings({ status, notices }: StoredFacts): CertificateWarnings {
  const seen = new Map<number, number | null>();
  for (const { kind, expiresAt, daysLeft } of notices) {
    const earlier = seen.get(expiresAt) ?? null;
    const warned = kind === "renewed" ? null : kind === "expired" ? -1 : daysLeft;
    seen.delete(expiresAt);
    seen.set(
      expiresAt,
      earlier === null || warned === null ? (warned ?? earlier) : Math.min(earlier, warned),
    );
  }
  const { certificateExpiresAt: last } = status;
  if (last !== null) {
    const earlier = seen.get(last) ?? null;
    seen.delete(last);
    seen.set(last, earlier);
  }
  return { seen: [...seen].map(([expiresAt, warnedDays]) => ({ expiresAt, warnedDays })) };
}
