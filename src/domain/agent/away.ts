import { formatTime } from "../../lib/zoned_time.ts";

/** After a deploy every connection is gone for a moment: until then nobody is away. */
export const RECONNECT_MS = 15_000;

export function describeAway(name: string, since: number | null, timeZone?: string): string {
  if (since === null) return `Agent ${name} has never connected: start it.`;
  return `Agent ${name} has been away since ${formatTime(since, timeZone)}.`;
}

export function describeAwayAlert(name: string, since: number, timeZone?: string): string {
  return `${describeAway(name, since, timeZone)} Its monitors are pending until it is back.`;
}
