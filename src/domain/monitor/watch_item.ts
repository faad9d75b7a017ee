import type { HistoryWrite, OpenSegment } from "../uptime/history.ts";
import type { CertificateEvent } from "./certificate.ts";
import type { MonitorEvent } from "./event.ts";
import type { MonitorState } from "./state.ts";
import type { ActionTimer, Timer, TimerEnd } from "./timer.ts";

/** What the database's row of a monitor's status holds. */
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

/** What the public page is told of a monitor. */
export interface LiveStatus
  extends Pick<MonitorState, "current" | "currentSince" | "checkedAt" | "responseMs" | "affectedBy"> {
  id: number;
  /** The history row that goes on, which the database may not have yet; null where that is not known. */
  open: OpenSegment | null;
}

/** A cause that it does not depend on any more is none. */
export function toLiveStatus({
  plan: { id, dependencies },
  state: { current, currentSince, checkedAt, responseMs, open, affectedBy = [] },
}: {
  plan: { id: number; dependencies: readonly number[] };
  state: Omit<LiveStatus, "id">;
}): LiveStatus {
  const causes = affectedBy.filter((cause) => dependencies.includes(cause));
  return { id, current, currentSince, checkedAt, responseMs, open, affectedBy: causes };
}

export interface CertificateNotice extends CertificateEvent {
  id: string;
  monitorId: number;
  at: number;
  host: string;
  isSuppressed: boolean;
}

/** What a watch has to tell the database. Each may be told twice: the second time changes nothing. */
export type OutboxItem =
  | { kind: "status"; monitorId: number; status: StatusRow }
  | { kind: "history"; monitorId: number; write: HistoryWrite }
  | { kind: "event"; event: MonitorEvent }
  | { kind: "certificate"; notice: CertificateNotice }
  | { kind: "responses"; day: number; hours: ResponseHour[] }
  | { kind: "timer_set"; monitorId: number; timer: ActionTimer }
  | { kind: "timer_end"; monitorId: number; timer: Timer; decision: TimerEnd; message: string };

export type TimerItem = Extract<OutboxItem, { kind: "timer_set" | "timer_end" }>;

/** The response times of one hour of a monitor, packed as a day that has only this hour. */
interface ResponseHour {
  monitorId: number;
  packed: string;
}

/** Whom it is about: items about the same are told in their order. */
export function lanesOf(item: OutboxItem): readonly (string | number)[] {
  if (item.kind === "responses") return ["responses"];
  if (item.kind === "event") return [item.event.monitorId];
  return [item.kind === "certificate" ? item.notice.monitorId : item.monitorId];
}

export function toStatusRow(state: MonitorState, certificateExpiresAt: number | null): StatusRow {
  const { current, currentSince, confirmed, confirmedSince, message } = state;
  const { checkedAt, responseMs, maxGapMs, hasBeenDown, affectedBy } = state;
  return {
    ...{ current, currentSince, confirmed, confirmedSince, message, checkedAt, responseMs, maxGapMs },
    ...(hasBeenDown && { hasBeenDown }),
    ...(affectedBy && { affectedBy }),
    certificateExpiresAt,
  };
}
