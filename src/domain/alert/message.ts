import type { CheckStatus } from "../../schema/check_status.ts";

export type AlertKind = "alert" | "recovery" | "certificate" | "action_failed" | "test";

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
  /** The page's name and address; an unset PUBLIC_URL leaves the address null. */
  site: { name: string; url: string | null };
}
