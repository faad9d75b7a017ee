import { cutText } from "../../lib/cut.ts";
import type { CheckStatus } from "../../schema/check_status.ts";
import type { AlertedMonitor, AlertKind, AlertMessage } from "./message.ts";
import { titleOf } from "./text.ts";

/** Nobody reads a long list: the more entries, the shorter each text. */
const LONGEST_TEXT = 300;
const SHORTEST_TEXT = 30;
/** A row holds 2 MB, several times this many characters. */
const ROOM = 150_000;
const SEVERITY: Readonly<Record<CheckStatus, number>> = { up: 0, degraded: 1, down: 2 };

/** The same for every attempt, and unique per message and channel. */
export function messageId(channelId: number, eventId: string): string {
  return `${channelId}:${eventId}`.replaceAll(":", "-");
}

export function makeDigest(
  id: string,
  { kind, messages, at }: { kind: AlertKind; messages: readonly AlertMessage[]; at: number },
): AlertMessage {
  const entries = messages.flatMap(entriesOf);
  const max = Math.max(SHORTEST_TEXT, Math.min(LONGEST_TEXT, Math.floor(ROOM / entries.length)));
  const newest = new Map(
    entries.flatMap(({ monitor }) => (monitor ? [[monitor.id, shorten(monitor, max)]] : [])),
  );
  const monitors = [...newest.values()];
  const starts = messages.map(({ downSince }) => downSince).filter((start) => start !== null);
  return {
    id,
    kind,
    at,
    status: worst(monitors.map(({ status }) => status)),
    previousStatus: worst(
      messages.map(({ previousStatus }) => (previousStatus === "pending" ? "up" : previousStatus)),
    ),
    error: (kind === "action_failed"
      ? entries
      : monitors.map((monitor) => ({ monitor, said: monitor.error }))
    )
      .filter(({ said }) => said !== "")
      .map(({ monitor, said }) => lineOf(monitor, said, max))
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

interface DigestEntry {
  monitor: AlertedMonitor | null;
  said: string;
}

function entriesOf(message: AlertMessage): DigestEntry[] {
  const { kind, monitors, action } = message;
  if (kind === "alert" || kind === "recovery" || kind === "reminder")
    return monitors.map((monitor) => ({ monitor, said: monitor.error }));
  const said = kind === "action_failed" ? `${titleOf(message)}: ${action?.error ?? ""}` : titleOf(message);
  if (monitors.length === 0) return [{ monitor: null, said }];
  return monitors.map((monitor) => ({ monitor: { ...monitor, error: said }, said }));
}

function lineOf(monitor: AlertedMonitor | null, said: string, max: number): string {
  const text = cutText(said, max);
  return monitor ? `${cutText(monitor.name, max)}: ${text}` : text;
}

function shorten(monitor: AlertedMonitor, max: number): AlertedMonitor {
  const [name, url, error] = [monitor.name, monitor.url, monitor.error].map((text) => cutText(text, max));
  return { ...monitor, name: name ?? "", url: url ?? "", error: error ?? "" };
}
