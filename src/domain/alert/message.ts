import type { CheckStatus } from "../../schema/check_status.ts";

export type AlertKind =
  | "alert"
  | "recovery"
  | "reminder"
  | "acknowledged"
  | "certificate"
  | "action_failed"
  | "own_trouble"
  | "test";

/** Who has an outage, or has it no more. */
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
  /** What its check said; empty where there is nothing to say. */
  error: string;
  /** What is checked, without credentials; empty where a type has no address. */
  url: string;
}

/** What a channel has to say: facts alone, each kind of channel finds its own words and form. */
export interface AlertMessage {
  /** The same at every attempt, and never that of another message. */
  id: string;
  kind: AlertKind;
  /** When it happened. */
  at: number;
  /** Of a digest the worst. */
  status: CheckStatus;
  previousStatus: CheckStatus | "pending";
  error: string;
  /** One, those of a digest, or none in a test. */
  monitors: readonly AlertedMonitor[];
  isDigest: boolean;
  /** First failing check of the failure; null where nothing failed. */
  downSince: number | null;
  certificate: { host: string; expiresAt: number; daysLeft: number; isRenewed: boolean } | null;
  action: { name: string; error: string } | null;
  /** Of what tells of it; stored messages of earlier versions are without. */
  acknowledgement?: AcknowledgedBy | null;
  /** The page's name and address; an unset PUBLIC_URL leaves the address null. */
  site: { name: string; url: string | null };
}
