import type { Ping } from "../../../../src/schema/ping.ts";

/** Without the beginnings of runs whose end is told too: that has their time. The newest come first. */
export function toRunRows(pings: readonly Ping[]): Ping[] {
  const ended = new Set<string>();
  return pings.filter(({ kind, runId, runMs }) => {
    if (kind === "start") return !ended.delete(runId);
    if (runMs !== null) ended.add(runId);
    return true;
  });
}
