import type { CheckStatus } from "../../schema/check_status.ts";
import type { AlertedMonitor } from "../alert/message.ts";
import { placeholderValuesOf } from "../alert/text.ts";

export interface RunAttempt {
  at: number;
  httpStatus: number | null;
  ms: number;
  /** Null of the one that succeeded. Holds no secret and nothing that was filled in. */
  error: string | null;
}

/** What happened, as far as variables need it: no secret, and no text of the action. */
export interface RunFacts {
  kind: "alert" | "recovery" | "manual";
  /** When the run was let go. */
  at: number;
  /** Of the check that set it off. */
  checkedAt: number;
  status: CheckStatus;
  previousStatus: CheckStatus | "pending";
  error: string;
  downSince: number | null;
  monitor: AlertedMonitor | null;
}

interface RunText {
  /** The same at every attempt. */
  id: string;
  actionName: string;
  site: { name: string; url: string | null };
}

/** What stands for `{{name}}` in an action, without its secrets. */
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
