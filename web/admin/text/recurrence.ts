import type { Recurrence } from "../../../src/schema/recurrence.ts";
import type { Weekday } from "../../../src/schema/weekday.ts";

export type Repeats = Recurrence["every"] | "never";
export type MonthPlace = "date" | "lastDay" | "weekday" | "lastWeekday";
export type RecurrenceEnd = "never" | "until" | "count";

const UNITS = {
  day: ["day", "days"],
  week: ["week", "weeks"],
  month: ["month", "months"],
} as const satisfies Record<Recurrence["every"], readonly [string, string]>;

const NTH = ["first", "second", "third", "fourth", "fifth"];

const DAYS = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
} as const satisfies Record<Weekday, string>;

export const text = {
  title: "Repeats",
  lead: "Repeats at the same local time, across daylight saving.",
  repeats: "Repeats",
  every: { never: "Never", day: "Daily", week: "Weekly", month: "Monthly" } satisfies Record<Repeats, string>,
  interval: "Every",
  unit: (every: Recurrence["every"], count: number) => UNITS[every][count === 1 ? 0 : 1],
  weekdays: "On",
  days: DAYS,
  place: "On",
  places: {
    date: (day: number) => `Day ${day}`,
    lastDay: () => "The last day",
    weekday: (nth: number, day: Weekday) => `The ${NTH[nth - 1] ?? ""} ${DAYS[day]}`,
    lastWeekday: (day: Weekday) => `The last ${DAYS[day]}`,
  },
  ends: "Ends",
  endsAt: { never: "Never", until: "On a date", count: "After a number of times" } satisfies Record<
    RecurrenceEnd,
    string
  >,
  until: "Last day",
  count: "Occurrences",
  timezone: "Time zone",
  announce: "Announce in advance",
  announceHint: "When each occurrence appears on the status page and subscribers are notified.",
  hours: "hours",
  next: "Next ten",
  noneNext: "No occurrences left.",
  again: (every: Recurrence["every"], interval: number) =>
    interval === 1 ? `Every ${UNITS[every][0]}` : `Every ${interval} ${UNITS[every][1]}`,
  occurrences: "Occurrences",
  occurrencesLead: "Skip or move a single occurrence. The others don't change.",
  caption: "Upcoming occurrences",
  columns: { when: "When", state: "Status", actions: "Actions" },
  states: { running: "In progress", planned: "Scheduled", moved: "Moved", skipped: "Skipped" },
  menu: (when: string) => `Actions for ${when}`,
  skip: "Skip",
  move: "Move",
  moveEnd: "Change end time",
  restore: "Restore",
  moveTitle: "Move occurrence",
  wasAt: (when: string) => `Scheduled for ${when}.`,
  skipped: "Occurrence skipped.",
  moved: "Occurrence moved.",
  restored: "Occurrence restored.",
} as const;
