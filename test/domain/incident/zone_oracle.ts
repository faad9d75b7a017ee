export interface Day {
  number: number;
  year: number;
  month: number;
  date: number;
  weekday: number;
  monthDays: number;
}

export interface Zone {
  days: Day[];
  momentOf(day: number, minute: number): number;
  isShown(day: number, minute: number): boolean;
}

const HALF_HOUR_MS = 1_800_000;
const DAY_MS = 86_400_000;

/** Steps through the years by half-hours and records the clock at each: slow but simple. */
export function makeZone(name: string, years: readonly number[]): Zone {
  const clock = new Intl.DateTimeFormat("sv-SE", {
    timeZone: name,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  const [from, to] = [Date.UTC(years[0]!, 0, 1), Date.UTC(years.at(-1)! + 1, 0, 1)];
  const firstShown = new Map<number, number>();
  // Each zone is offset by a quarter of an hour all year, or never.
  const shift = Date.parse(`${clock.format(from).replace(" ", "T")}:00Z`) - from;
  const phase = ((shift % HALF_HOUR_MS) + HALF_HOUR_MS) % HALF_HOUR_MS;
  for (let at = from - DAY_MS - phase; at < to + 3 * DAY_MS; at += HALF_HOUR_MS) {
    const shown = Date.parse(`${clock.format(at).replace(" ", "T")}:00Z`);
    if (!firstShown.has(shown)) firstShown.set(shown, at);
  }
  return {
    days: countUp(from / DAY_MS, to / DAY_MS).map(dayOf),
    momentOf(day, minute) {
      for (let wall = day * DAY_MS + minute * 60_000; ; wall += HALF_HOUR_MS) {
        const at = firstShown.get(wall);
        if (at !== undefined) return at;
      }
    },
    isShown: (day, minute) => firstShown.has(day * DAY_MS + minute * 60_000),
  };
}

function dayOf(number: number): Day {
  const date = new Date(number * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    number,
    year,
    month,
    date: date.getUTCDate(),
    weekday: (date.getUTCDay() + 6) % 7,
    monthDays: new Date(Date.UTC(year, month + 1, 0)).getUTCDate(),
  };
}

export function countUp(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
