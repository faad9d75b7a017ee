import type { PublicUptimeDay } from "../../../src/schema/public_page.ts";
import { LETTERS } from "./bar_days.ts";

export function letterOf(status: PublicUptimeDay["status"]): string {
  return LETTERS[status];
}

/**
 * Compact, such as `u27 p=9712#8 u2`: a run of plain days, or one day with its hundredths of a percent and
 * incident ids.
 */
export function writeDays(days: readonly PublicUptimeDay[]): string {
  const tokens: { text: string; count: number }[] = [];
  for (const day of days) {
    const text = writeDay(day);
    const last = tokens.at(-1);
    if (last?.text === text && text.length === 1) last.count++;
    else tokens.push({ text, count: 1 });
  }
  return tokens.map(({ text, count }) => (count > 1 ? text + count : text)).join(" ");
}

function writeDay({ status, uptime, incidents }: PublicUptimeDay): string {
  const usual = status === "operational" ? 1 : null;
  const value = uptime === usual ? "" : `=${uptime === null ? "" : Math.floor(uptime * 10_000 + 1e-7)}`;
  return `${LETTERS[status]}${value}${incidents.map(({ id }) => `#${id}`).join("")}`;
}
