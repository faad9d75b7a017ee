import { knownLocale } from "../../lib/known_locale.ts";

/** At most two units, such as "1 hour 5 minutes". */
export function formatDuration(ms: number, code: string = "en"): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const say = (count: number, unit: string) => (count === 0 ? [] : [formatUnit(count, unit, code)]);
  if (days > 0) return [...say(days, "day"), ...say(hours % 24, "hour")].join(" ");
  if (hours > 0) return [...say(hours, "hour"), ...say(minutes % 60, "minute")].join(" ");
  if (minutes > 0) return formatUnit(minutes, "minute", code);
  return formatUnit(seconds, "second", code);
}

function formatUnit(count: number, unit: string, code: string): string {
  return new Intl.NumberFormat(knownLocale(code), { style: "unit", unit, unitDisplay: "long" }).format(count);
}
