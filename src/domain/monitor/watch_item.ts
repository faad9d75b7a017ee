import type { HistoryWrite, OpenSegment } from "../uptime/uptime.ts";
import type { CertificateEvent } from "./certificate.ts";
import type { MonitorEvent } from "./event.ts";
import type { MonitorState } from "./state.ts";
import type { ActionTimer, Timer, TimerEnd } from "./timer.ts";

export interface StatusRow
  extends Pick<
    MonitorState,
    | "current"
    | "currentSince"
    | "confirmed"
    | "confirmedSince"
    | "message"
    | "checkedAt"
    | "responseMs"
    | "maxGapMs"
    | "hasBeenDown"
    | "affectedBy"
  > {
  certificateExpiresAt: number | null;
}

export interface LiveStatus
  extends Pick<
    MonitorState,
    "current" | "currentSince" | "checkedAt" | "responseMs" | "affectedBy" | "isMaintained"
  > {
  id: number;
  /** Null if unknown; the database may not have it yet. */
  open: OpenSegment | null;
}

export function toLiveStatus({
  plan: { id, dependencies },
  state: { current, currentSince, checkedAt, responseMs, open, affectedBy = [], isMaintained },
}: {
  plan: { id: number; dependencies: readonly number[] };
  state: Omit<LiveStatus, "id">;
}): LiveStatus {
  const causes = affectedBy.filter((cause) => dependencies.includes(cause));
  const known = { id, current, currentSince, checkedAt, responseMs, open, affectedBy: causes };
  return isMaintained ? { ...known, isMaintained } : known;
}

export interface CertificateNotice extends CertificateEvent {
  id: string;
  monitorId: number;
  at: number;
  host: string;
  isSuppressed: boolean;
}

/** Repeating an item has no effect. */
export type OutboxItem =
  | { kind: "status"; monitorId: number; status: StatusRow }
  | { kind: "history"; monitorId: number; write: HistoryWrite }
  | { kind: "event"; event: MonitorEvent }
  | { kind: "certificate"; notice: CertificateNotice }
  | { kind: "responses"; day: number; hours: ResponseHour[] }
  | { kind: "timer_set"; monitorId: number; timer: ActionTimer }
  | { kind: "timer_end"; monitorId: number; timer: Timer; decision: TimerEnd; message: string };

export type TimerItem = Extract<OutboxItem, { kind: "timer_set" | "timer_end" }>;

interface ResponseHour {
  monitorId: number;
  packed: string;
}

/** Items with a common key are delivered in order. */
export function lanesOf(item: OutboxItem): readonly (string | number)[] {
  if (item.kind === "responses") return ["responses"];
  if (item.kind === "event") return [item.event.monitorId];
  return [item.kind === "certificate" ? item.notice.monitorId : item.monitorId];
}

export function toStatusRow(state: MonitorState, certificateExpiresAt: number | null): StatusRow {
  const { current, currentSince, confirmed, confirmedSince, message } = state;
  const { checkedAt, responseMs, maxGapMs, hasBeenDown, affectedBy } = state;
  return {
    current,
    currentSince,
    confirmed,
    confirmedSince,
    message,
    checkedAt,
    responseMs,
    maxGapMs,
    ...(hasBeenDown && { hasBeenDown }),
    ...(affectedBy && { affectedBy }),
    certificateExpiresAt,
  };
}
