import { MINUTE_MS } from "../../../../src/lib/units.ts";
import { text } from "../../text/acknowledge.ts";

export type Duration = keyof typeof text.durations;

export const DURATIONS = (Object.keys(text.durations) as Duration[]).map((value) => ({
  value,
  label: text.durations[value],
}));

export function endOf(duration: Duration, now: number): number | null {
  return duration === "0" ? null : now + Number(duration) * MINUTE_MS;
}
