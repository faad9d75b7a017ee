import { formatDuration } from "../../src/lib/duration.ts";
import { makeDateFormat } from "../lib/date_format.ts";
import { formatShare, toneOf } from "../lib/share.ts";
import { text } from "./text.ts";

export interface Day {
  date: string;
  uptime: number | null;
  seconds?: { degraded: number; down: number; maintenance: number };
}

const long = makeDateFormat({ weekday: "short", day: "numeric", month: "long", timeZone: "UTC" });

export function dayTone({ uptime, seconds }: Day): "none" | "bad" | "warn" | "good" {
  return toneOf(uptime, (seconds?.degraded ?? 0) > 0);
}

export function describeDay({ date, uptime, seconds }: Day): string {
  const { down = 0, degraded = 0, maintenance = 0 } = seconds ?? {};
  const parts = [
    formatShare(uptime) ?? text.days.noData,
    ...(down > 0 ? [text.days.down(formatDuration(down * 1000))] : []),
    ...(degraded > 0 ? [text.days.degraded(formatDuration(degraded * 1000))] : []),
    ...(maintenance > 0 ? [text.days.maintenance(formatDuration(maintenance * 1000))] : []),
  ];
  return text.days.one(long.format(Date.parse(date)), parts.join(", "));
}
