import { describe, expect, it } from "vitest";
import { fillText } from "../../../src/domain/page/text.ts";
import { PAGE_TEXTS } from "../../../src/domain/page/texts.ts";
import type { PublicRecurrence } from "../../../src/schema/public_page.ts";
import { formatRecurrence } from "../../../web/status/recurrence_wording.ts";

const say = (locale: "en" | "pl", recurrence: Partial<PublicRecurrence>) => {
  const t = (key: string, values = {}) =>
    fillText(PAGE_TEXTS.find((text) => text.key === key)?.[locale] ?? `no text ${key}`, values);
  const whole = { every: "day", interval: 1, timezone: "UTC", nextAt: null, ...recurrence } as const;
  return formatRecurrence(whole, { locale, t });
};

describe("the wording of a recurrence", () => {
  it.each<[Partial<PublicRecurrence>, string, string]>([
    [{}, "Every day", "Codziennie"],
    [{ interval: 3 }, "Every 3 days", "Co 3 dni"],
    [{ every: "week", weekdays: ["tue"] }, "Every week on Tuesday (UTC)", "Co tydzień: wtorek (UTC)"],
    [
      { every: "week", interval: 2, weekdays: ["mon", "wed", "sun"] },
      "Every 2 weeks on Monday, Wednesday, and Sunday (UTC)",
      "Co 2 tyg.: poniedziałek, środa i niedziela (UTC)",
    ],
    [{ every: "month", monthDay: 5 }, "Every month on day 5 (UTC)", "Co miesiąc: 5. dzień (UTC)"],
    [
      { every: "month", interval: 6, monthDay: -1 },
      "Every 6 months on the last day (UTC)",
      "Co 6 mies.: ostatni dzień (UTC)",
    ],
    [
      { every: "month", nthWeekday: { nth: 2, weekday: "sat" } },
      "Every month on the second Saturday (UTC)",
      "Co miesiąc: 2. sobota (UTC)",
    ],
    [
      { every: "month", nthWeekday: { nth: -1, weekday: "fri" } },
      "Every month on the last Friday (UTC)",
      "Co miesiąc: piątek z ostatnich 7 dni miesiąca (UTC)",
    ],
  ])("describes %j in English and Polish", (recurrence, en, pl) => {
    expect([say("en", recurrence), say("pl", recurrence)]).toEqual([en, pl]);
  });

  it.each([1, 2, 3, 4, 5])("exists for weekday number %i of a month", (nth) => {
    const sentence = say("en", { every: "month", nthWeekday: { nth, weekday: "fri" } });
    expect(sentence).toMatch(/^Every month on the \w+ Friday \(UTC\)$/);
  });
});
