import type { CheckStatus } from "../../schema/check_status.ts";

export type AlertKind =
  | "alert"
  | "recovery"
  | "reminder"
  | "acknowledged"
  | "certificate"
  | "action_failed"
  | "own_trouble"
  | "agent_away"
  | "agent_back"
  | "test";

/** About the service or an agent, of no monitor. */
export const WITHOUT_MONITOR: readonly AlertKind[] = ["own_trouble", "agent_away", "agent_back"];

export interface AcknowledgedBy {
  by: string;
  note: string;
  untilMs: number | null;
  isOver: boolean;
}

export interface AlertedMonitor {
  id: number;
  key: string;
  name: string;
  type: string;
  status: CheckStatus;
  /** The check's message; empty where there is none. */
  error: string;
  /** Without credentials; empty for types without an address. */
  url: string;
}

/** Facts only: each channel type writes its own text. */
export interface AlertMessage {
  /** The same for every attempt, and unique per message. */
  id: string;
  kind: AlertKind;
  at: number;
  /** The worst status in a digest. */
  status: CheckStatus;
  previousStatus: CheckStatus | "pending";
  error: string;
  monitors: readonly AlertedMonitor[];
  isDigest: boolean;
  /** First failed check; null where nothing failed. */
  downSince: number | null;
  certificate: { host: string; expiresAt: number; daysLeft: number; isRenewed: boolean } | null;
  action: { name: string; error: string } | null;
  agent?: { key: string; name: string };
  /** Absent in messages stored by earlier versions. */
  acknowledgement?: AcknowledgedBy | null;
  /** Which step of an on-call channel notifies; absent elsewhere. */
  onCall?: { scheduleName: string; step: number; steps: number };
  /** Where this recipient says "I'm on it"; set as it is sent. */
  acknowledgeUrl?: string;
  site: { name: string; url: string | null };
}
