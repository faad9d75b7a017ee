import { splitDuration } from "../../lib/duration.ts";
import { knownLocale } from "../../lib/known_locale.ts";

export function formatLongDuration(ms: number, code: string = "en"): string {
  return splitDuration(Math.round(ms / 1000))
    .filter(({ unit }, i) => i === 0 || unit !== "second")
    .map(({ unit, count }) => formatUnit(count, unit, code))
    .join(" ");
}

function formatUnit(count: number, unit: string, code: string): string {
  return new Intl.NumberFormat(knownLocale(code), { style: "unit", unit, unitDisplay: "long" }).format(count);
}
