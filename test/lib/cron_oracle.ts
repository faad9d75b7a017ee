import type { Cron } from "../../src/lib/cron.ts";

export interface Walk {
  timezone: string;
  from: number;
  walls: readonly number[];
}

export function walk(timezone: string, { from, minutes }: { from: number; minutes: number }): Walk {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: timezone,
    dateStyle: "short",
    timeStyle: "short",
  });
  const walls = Array.from({ length: minutes }, (_, i) => {
    const [date, time] = format.format((from + i) * 60_000).split(" ");
    return Date.parse(`${date}T${time}:00Z`) / 60_000;
  });
  return { timezone, from, walls };
}

/** Classic cron's loop, minute by minute, reading the clock each time. */
export function runsAsCron(cron: Cron, { from, walls }: Walk): number[] {
  const runs = new Set<number>();
  let virtual = walls[0]! - 1;
  walls.forEach((running, i) => {
    const run = (at: number, { stars, set }: { stars: boolean; set: boolean }) => {
      if ((cron.isWildcard ? stars : set) && fits(cron, at)) runs.add((from + i) * 60_000);
    };
    const ahead = running - virtual;
    if (ahead > 180 || ahead <= -180) {
      virtual = running;
      run(running, { stars: true, set: true });
    } else if (ahead <= 0) run(running, { stars: true, set: false });
    else {
      run(running, { stars: true, set: false });
      while (virtual < running) {
        virtual += 1;
        run(virtual, { stars: false, set: true });
      }
    }
  });
  return [...runs];
}

function fits(cron: Cron, wall: number): boolean {
  const date = new Date(wall * 60_000);
  const isMonth = cron.months.has(date.getUTCMonth() + 1);
  const isMinute = cron.minutes.includes(date.getUTCHours() * 60 + date.getUTCMinutes());
  const days = [cron.daysOfMonth.has(date.getUTCDate()), cron.weekdays.has(date.getUTCDay())];
  return isMonth && isMinute && (cron.needsBothDays ? days.every(Boolean) : days.some(Boolean));
}
