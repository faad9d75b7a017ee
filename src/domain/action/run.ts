import type { CheckStatus } from "../../schema/check_status.ts";
import type { AlertedMonitor } from "../alert/message.ts";
import { placeholderValuesOf } from "../alert/text.ts";

export interface RunAttempt {
  at: number;
  httpStatus: number | null;
  ms: number;
  /** Null for the attempt that succeeded. Never holds a secret or a filled-in value. */
  error: string | null;
}

export interface RunFacts {
  kind: "alert" | "recovery" | "manual";
  at: number;
  checkedAt: number;
  status: CheckStatus;
  previousStatus: CheckStatus | "pending";
  error: string;
  downSince: number | null;
  monitor: AlertedMonitor | null;
}

interface RunText {
  id: string;
  actionName: string;
  site: { name: string; url: string | null };
}

export function placeholderValuesOfRun(
  facts: RunFacts,
  { id, actionName, site }: RunText,
): Record<string, string> {
  const { kind, at, checkedAt, status, previousStatus, error, downSince, monitor } = facts;
  const variables = placeholderValuesOf({
    id,
    kind: kind === "manual" ? (status === "up" ? "recovery" : "alert") : kind,
    at,
    status,
    previousStatus,
    error,
    monitors: monitor ? [monitor] : [],
    isDigest: false,
    downSince,
    certificate: null,
    action: { name: actionName, error: "" },
    site,
  });
  return {
    ...variables,
    event_type: kind,
    checked_at: new Date(checkedAt).toISOString(),
    down_since: downSince === null ? "" : new Date(downSince).toISOString(),
  };
}
