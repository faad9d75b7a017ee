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
  lead: "The times above are those of the first. Later ones follow the clock of the time zone, also where it changes.",
  repeats: "Repeats",
  every: { never: "No", day: "By day", week: "By week", month: "By month" } satisfies Record<Repeats, string>,
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
  ends: "Stops",
  endsAt: { never: "Never", until: "On a day", count: "After a number" } satisfies Record<
    RecurrenceEnd,
    string
  >,
  until: "Last day",
  count: "Occurrences",
  timezone: "Time zone",
  announce: "Announced before",
  announceHint: "From then on an occurrence stands on the status page, and subscribers are told of it.",
  hours: "hours",
  next: "The next ten",
  noneNext: "No occurrence is left.",
  again: (every: Recurrence["every"], interval: number) =>
    interval === 1 ? `Every ${UNITS[every][0]}` : `Every ${interval} ${UNITS[every][1]}`,
  occurrences: "Occurrences",
  occurrencesLead: "One of them can be left out or moved. The others stay as they are.",
  caption: "The next occurrences",
  columns: { when: "When", state: "State", actions: "Actions" },
  states: { running: "Running", planned: "Planned", moved: "Moved", skipped: "Skipped" },
  menu: (when: string) => `Actions for ${when}`,
  skip: "Skip",
  move: "Move",
  moveEnd: "Move its end",
  restore: "Restore",
  moveTitle: "Move the occurrence",
  wasAt: (when: string) => `It is planned for ${when}.`,
  skipped: "It is skipped.",
  moved: "It is moved.",
  restored: "It takes place as planned.",
} as const;
