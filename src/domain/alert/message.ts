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
  error: string;
  url: string;
}

export interface AlertMessage {
  id: string;
  kind: AlertKind;
  at: number;
  status: CheckStatus;
  previousStatus: CheckStatus | "pending";
  error: string;
  monitors: readonly AlertedMonitor[];
  isDigest: boolean;
  downSince: number | null;
  certificate: { host: string; expiresAt: number; daysLeft: number; isRenewed: boolean } | null;
  action: { name: string; error: string } | null;
  /** `awaySince` is absent in messages stored by earlier versions. */
  agent?: { key: string; name: string; awaySince?: number };
  acknowledgement?: AcknowledgedBy | null;
  onCall?: { scheduleName: string; step: number; steps: number };
  acknowledgeUrl?: string;
  /** The recipient's, for emails to a person. Set on sending. Everything else uses UTC. */
  timeZone?: string;
  site: { name: string; url: string | null };
}
