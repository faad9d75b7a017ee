import type { AlertKind, AlertMessage } from "./alert_message.ts";
import type { CheckStatus } from "./check_result.ts";

/** A long list is for nobody: each monitor keeps this much of what its check said. */
const LONGEST_ERROR = 300;
const SEVERITY: Readonly<Record<CheckStatus, number>> = { up: 0, degraded: 1, down: 2 };

/** The same at every attempt to send this message through this channel, and never that of another. */
export function messageId(channelId: number, eventId: string): string {
  return `${channelId}:${eventId}`.replaceAll(":", "-");
}

/** One message for many: the newest word on each monitor, and the worst status of all. */
export function makeDigest(
  id: string,
  { kind, messages, at }: { kind: AlertKind; messages: readonly AlertMessage[]; at: number },
): AlertMessage {
  const newest = new Map(
    messages.flatMap(({ monitors }) => monitors).map((monitor) => [monitor.id, monitor]),
  );
  const monitors = [...newest.values()].map((monitor) => ({ ...monitor, error: shorten(monitor.error) }));
  const starts = messages.map(({ downSince }) => downSince).filter((start) => start !== null);
  return {
    id,
    kind,
    at,
    status: worst(monitors.map(({ status }) => status)),
    previousStatus: worst(
      messages.map(({ previousStatus }) => (previousStatus === "pending" ? "up" : previousStatus)),
    ),
    error: monitors
      .filter(({ error }) => error !== "")
      .map(({ name, error }) => `${name}: ${error}`)
      .join("\n"),
    monitors,
    isDigest: true,
    downSince: starts.length > 0 ? Math.min(...starts) : null,
    certificate: null,
    action: null,
    site: messages[0]?.site ?? { name: "", url: null },
  };
}

function worst(statuses: readonly CheckStatus[]): CheckStatus {
  return statuses.reduce<CheckStatus>(
    (found, status) => (SEVERITY[status] > SEVERITY[found] ? status : found),
    "up",
  );
}

function shorten(text: string): string {
  return text.length > LONGEST_ERROR ? `${text.slice(0, LONGEST_ERROR - 1).trimEnd()}…` : text;
}
