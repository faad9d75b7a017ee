import { language } from "./language.ts";

export function toneOf(uptime: number | null, hasDegraded = false): "none" | "bad" | "warn" | "good" {
  if (uptime === null) return "none";
  if (uptime < 0.95) return "bad";
  return uptime < 1 || hasDegraded ? "warn" : "good";
}

/** Never rounded up to a whole: 99.999% is not 100%. */
export function formatShare(share: number | null): string | null {
  if (share === null) return null;
  const percent = Math.floor(share * 100_000) / 1000;
  const minimumFractionDigits = percent >= 99 ? 0 : 2;
  const maximumFractionDigits = percent >= 99 ? 3 : 2;
  return `${percent.toLocaleString(language, { minimumFractionDigits, maximumFractionDigits })}%`;
}
