import { escapeHtml } from "../../../src/lib/escape_html.ts";
import type { PublicUptimeDay } from "../../../src/schema/public_page.ts";

const LETTERS: Record<PublicUptimeDay["status"], string> = {
  operational: "",
  degraded: "g",
  partial: "p",
  down: "d",
  maintenance: "m",
  none: "n",
};

/**
 * One short element a day: most of the page's markup is this. Without JavaScript a day with trouble tells about it by
 * its title; with it, `describe` is null and the tooltip tells.
 */
export function barMarkup(
  days: readonly PublicUptimeDay[],
  describe: ((day: PublicUptimeDay) => string) | null,
): string {
  return days
    .map((day) => {
      const letter = LETTERS[day.status];
      if (letter === "") return "<i></i>";
      const title = describe && letter !== "n" ? ` title="${escapeHtml(describe(day))}"` : "";
      return `<i class=${letter}${title}></i>`;
    })
    .join("");
}
