import type { ListedMonitor } from "../../../../src/schema/listed_monitor.ts";
import type { LastChecks } from "../../../../src/schema/monitor_history.ts";
import { formatExact } from "../../../lib/time.ts";
import { text } from "../../text/monitor.ts";

export type Beat = LastChecks["checks"][number];

export function joinBeats(
  { loaded, before, live }: { loaded: readonly Beat[]; before: readonly Beat[]; live: Beat | null },
  most: number,
): readonly Beat[] {
  const last = loaded.at(-1)?.at ?? 0;
  const all = [...loaded, ...before.filter(({ at }) => at > last)];
  // A row of the history is stamped a little after its check.
  const isNews = live && (all.at(-1)?.at ?? 0) < live.at;
  return (isNews ? [...all, live] : all).slice(-most);
}

export function toBeat({ lastCheckedAt, currentStatus, responseMs, message }: ListedMonitor): Beat | null {
  if (lastCheckedAt === null || currentStatus === "pending") return null;
  return { at: lastCheckedAt, status: currentStatus, responseMs, message };
}

export function describeBeat({ at, status, responseMs, message }: Beat): string {
  const took = responseMs === null ? "" : `, ${text.ms(responseMs)}`;
  return `${formatExact(at)}: ${text.statuses[status]}${took}${message === "" ? "" : `. ${message}`}`;
}
