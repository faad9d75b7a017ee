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

/** One short element a day: most of the page's markup is this. A day with trouble tells about it without JavaScript. */
export function barMarkup(
  days: readonly PublicUptimeDay[],
  describe: (day: PublicUptimeDay) => string,
): string {
  return days
    .map((day) => {
      const letter = LETTERS[day.status];
      if (letter === "") return "<i></i>";
      if (letter === "n") return "<i class=n></i>";
      return `<i class=${letter} title="${escapeHtml(describe(day))}"></i>`;
    })
    .join("");
}
