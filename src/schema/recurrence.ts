import { z } from "zod";
import { joinOr } from "../lib/join_or.ts";
import { timestamp } from "./common.ts";
import { wholeNumber } from "./limits.ts";
import { WEEKDAYS } from "./weekday.ts";

export const EVERY = ["day", "week", "month"] as const;

const weekday = z.enum(WEEKDAYS, { error: `Use ${joinOr(WEEKDAYS)}.` });
const LAST = -1;
const isFromOneOrLast = (number: number) => number === LAST || number >= 1;

export const recurrence = z
  .strictObject({
    every: z.enum(EVERY),
    interval: wholeNumber(1, 99).default(1).meta({
      description: "The number of days, weeks or months between occurrences.",
    }),
    weekdays: z
      .array(weekday)
      .min(1, "List at least one day, or leave it out.")
      .max(7, "List each day once.")
      .transform((days) => WEEKDAYS.filter((day) => days.includes(day)))
      .optional()
      .meta({ description: "For weekly recurrence. Default: the first occurrence's day." }),
    monthDay: z
      .int()
      .min(LAST)
      .max(31)
      .refine(isFromOneOrLast, "Use 1 to 31, or -1 for the last day.")
      .optional()
      .meta({
        description:
          "Day of the month. -1 is the last day. Months without this day are skipped. Default: the first occurrence's day.",
      }),
    nthWeekday: z
      .strictObject({
        nth: z.int().min(LAST).max(5).refine(isFromOneOrLast, "Use 1 to 5, or -1 for the last."),
        weekday,
      })
      .optional()
      .meta({ description: "For monthly recurrence, instead of `monthDay`, such as the second Tuesday." }),
    until: timestamp
      .optional()
      .meta({ description: "The latest start of an occurrence, in milliseconds since the epoch." }),
    count: wholeNumber(1, 1000).optional().meta({
      description: "The number of occurrences, including skipped ones.",
    }),
  })
  .superRefine(({ every, weekdays, monthDay, nthWeekday, until, count }, { addIssue }) => {
    const refuse = (path: string, message: string) => addIssue({ code: "custom", path: [path], message });
    if (weekdays && every !== "week") refuse("weekdays", "Days of the week require a weekly recurrence.");
    if (monthDay !== undefined && every !== "month")
      refuse("monthDay", "A day of the month requires a monthly recurrence.");
    if (nthWeekday && every !== "month")
      refuse("nthWeekday", "A weekday of the month requires a monthly recurrence.");
    if (nthWeekday && monthDay !== undefined) refuse("nthWeekday", "Use either monthDay or nthWeekday.");
    if (until !== undefined && count !== undefined) refuse("count", "Use either until or count.");
  })
  .meta({ id: "Recurrence" });
export type Recurrence = z.output<typeof recurrence>;

export const announceHours = wholeNumber(0, 720, "hours");
