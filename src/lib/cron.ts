import { DAY_MS } from "./units.ts";

export interface Cron {
  minutes: readonly number[];
  daysOfMonth: ReadonlySet<number>;
  months: ReadonlySet<number>;
  /** Sunday is 0. */
  weekdays: ReadonlySet<number>;
  /** True if a day field starts with a star: then both must match, otherwise either is enough. */
  needsBothDays: boolean;
  /** Minute or hour starts with a star: during clock changes it follows the wall clock. */
  isWildcard: boolean;
}

interface Field {
  name: string;
  from: number;
  to: number;
  names?: readonly string[];
}

const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const FIELDS: readonly Field[] = [
  { name: "minute", from: 0, to: 59 },
  { name: "hour", from: 0, to: 23 },
  { name: "day of the month", from: 1, to: 31 },
  { name: "month", from: 1, to: 12, names: MONTHS },
  { name: "day of the week", from: 0, to: 7, names: WEEKDAYS },
];

const NAMED: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};

/** Weekdays and leap years repeat after 28 years. */
const CALENDAR_DAYS = 28 * 365 + 7;
const CLOCK_CHANGE_MINUTES = 120;

class Fault extends Error {}

export function parseCron(text: string): Cron | string {
  try {
    return parse(text.trim());
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}

function parse(text: string): Cron {
  if (text.toLowerCase() === "@reboot") throw new Fault("@reboot has no schedule: use five fields.");
  const fields = (text.startsWith("@") ? (NAMED[text.toLowerCase()] ?? "") : text).split(/\s+/);
  if (fields.length !== FIELDS.length)
    throw new Fault(
      "Use five fields, such as 30 3 * * mon-fri, or @hourly, @daily, @weekly, @monthly, @yearly.",
    );
  const [minutes, hours, daysOfMonth, months, weekdays] = fields.map((field, i) =>
    parseField(field, FIELDS[i]!),
  ) as [Set<number>, Set<number>, Set<number>, Set<number>, Set<number>];
  const hasStar = (at: number) => fields[at]?.startsWith("*") ?? false;
  const cron = {
    minutes: ordered(hours).flatMap((hour) => ordered(minutes).map((minute) => hour * 60 + minute)),
    daysOfMonth,
    months,
    weekdays: new Set([...weekdays].map((day) => day % 7)),
    needsBothDays: hasStar(2) || hasStar(4),
    isWildcard: hasStar(0) || hasStar(1),
  };
  if (findDay(cron, 0) === null)
    throw new Fault("This date never occurs: check the day of the month and the month.");
  return cron;
}

function parseField(text: string, field: Field): Set<number> {
  const found = new Set<number>();
  for (const part of text.split(",")) for (const value of parsePart(part, field)) found.add(value);
  return found;
}

function parsePart(text: string, field: Field): number[] {
  const [, range = "", , stepText] = /^([^/]*)(\/(\d{1,4}))?$/.exec(text) ?? [];
  const step = stepText === undefined ? 1 : Number(stepText);
  const [first = "", last, ...more] =
    range === "*" ? [String(field.from), String(field.to)] : range.split("-");
  const isSingle = last === undefined;
  const from = numberOf(first, field);
  const to = isSingle ? from : numberOf(last, field);
  const isWrong = from === null || to === null || more.length > 0 || from > to || step < 1;
  if (isWrong || (isSingle && stepText !== undefined)) throw refuse(text, field);
  const values: number[] = [];
  for (let value = from; value <= to; value += step) values.push(value);
  return values;
}

function numberOf(text: string, { from, to, names }: Field): number | null {
  const named = names?.indexOf(text.toLowerCase()) ?? -1;
  if (named >= 0) return named + from;
  const value = /^\d{1,2}$/.test(text) ? Number(text) : -1;
  return value >= from && value <= to ? value : null;
}

function refuse(text: string, { name, from, to, names }: Field): Fault {
  const also = names ? `, or ${names[0]} to ${names.at(-1)}` : "";
  return new Fault(
    `${name}: ${text.slice(0, 40) || "nothing"} does not work: use ${from} to ${to}${also}, lists such as 1,5, ranges such as 1-5, or steps such as */5 and 1-5/2.`,
  );
}

function ordered(values: ReadonlySet<number>): number[] {
  return [...values].sort((a, b) => a - b);
}

export function isOnDay(cron: Cron, day: number): boolean {
  const date = new Date(day * DAY_MS);
  if (!cron.months.has(date.getUTCMonth() + 1)) return false;
  const isDay = cron.daysOfMonth.has(date.getUTCDate());
  const isWeekday = cron.weekdays.has(date.getUTCDay());
  return cron.needsBothDays ? isDay && isWeekday : isDay || isWeekday;
}

function findDay(cron: Cron, from: number): number | null {
  for (let day = from; day <= from + CALENDAR_DAYS; day++) if (isOnDay(cron, day)) return day;
  return null;
}

export function longestGapSecs(cron: Cron): number {
  const { minutes } = cron;
  const pairs = minutes.slice(1).map((minute, i) => minute - minutes[i]!);
  const overnight = longestDays(cron) * 1440 - minutes.at(-1)! + minutes[0]!;
  return (Math.max(overnight, ...pairs) + CLOCK_CHANGE_MINUTES) * 60;
}

function longestDays(cron: Cron): number {
  const first = findDay(cron, 0) ?? 0;
  let [longest, last] = [1, first];
  for (let day = first + 1; day <= first + CALENDAR_DAYS; day++) {
    if (!isOnDay(cron, day)) continue;
    longest = Math.max(longest, day - last);
    last = day;
  }
  return longest;
}
