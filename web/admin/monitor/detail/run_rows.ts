import type { Ping } from "../../../../src/schema/ping.ts";

/** Leaves out starts of runs whose end is known: the end has the duration. */
export function toRunRows(pings: readonly Ping[]): Ping[] {
  const ended = new Set<string>();
  return pings.filter(({ kind, runId, runMs }) => {
    if (kind === "start") return !ended.delete(runId);
    if (runMs !== null) ended.add(runId);
    return true;
  });
}
