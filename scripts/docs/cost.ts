import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeTable } from "./table.ts";

interface Measured {
  cost: Record<string, number>;
  load: Record<string, number>;
}

const FILE = join(import.meta.dirname, "../../test/bench/results.json");
const DAY_SECS = 86_400;
const DAYS = 30;
const MILLION = 1_000_000;
const WATCHED = 32;
const BENCHED = 31;
const OBJECT_GB = 0.128;
const TICK_SECS = 1;

/** Daily limits of the free plan, as listed by Cloudflare in November 2026. */
const FREE = { requests: 100_000, gbSeconds: 13_000, objectRows: 100_000, databaseRows: 100_000 };
/** Monthly limits of the paid plan; price in dollars per additional million. */
const PAID = {
  requests: { included: MILLION, price: 0.15 },
  gbSeconds: { included: 400_000, price: 12.5 },
  objectRows: { included: 50 * MILLION, price: 1 },
  databaseRows: { included: 50 * MILLION, price: 1 },
  cpuMs: { included: 30 * MILLION, price: 0.02 },
};
const BASE_DOLLARS = 5;

const MONITORS = [10, 50, 100, 500, 1000, 2000];
const INTERVALS = [10, 30, 60, 300];

const NAMES: Record<keyof typeof FREE, string> = {
  requests: "requests to objects",
  gbSeconds: "time of objects",
  objectRows: "rows of objects",
  databaseRows: "rows of D1",
};

function dayOf(monitors: number, intervalSecs: number) {
  const { runs } = JSON.parse(readFileSync(FILE, "utf8")) as { runs: { rooms: Partial<Measured> }[] };
  // One run needn't include every room: take the latest figures of each.
  const { cost = {}, load = {} } = Object.assign({}, ...runs.map(({ rooms }) => rooms)) as Partial<Measured>;
  const watches = Math.ceil(monitors / WATCHED);
  const ticks = (watches * DAY_SECS) / intervalSecs;
  const minutes = DAY_SECS / 60;
  // At 60 seconds each tick is one alarm and one cron call.
  const alarms = Math.round(read(cost, "object requests per check") * BENCHED) - 1;
  const rowsOfTick = Math.round(read(cost, "rows written per check, minutes without the hour") * BENCHED);
  return {
    requests: ticks * alarms + watches * minutes,
    gbSeconds: ticks * Math.min(TICK_SECS, intervalSecs) * OBJECT_GB,
    // A tick's row is deleted after a week; every hour writes each monitor and three rows of its watch.
    objectRows: ticks * (rowsOfTick + 1) + monitors * 24 * (1 + 3 / WATCHED),
    databaseRows: monitors * read(cost, "D1 rows per monitor and day (one an hour)") + minutes,
    cpuMs: ((monitors * DAY_SECS) / intervalSecs) * read(load, "workerd CPU per check (ms)"),
  };
}

export function makeFreeTable(): string {
  return makeCostTable((day) => {
    const shares = Object.entries(FREE).map(([name, limit]) => ({
      name: NAMES[name as keyof typeof FREE],
      share: day[name as keyof typeof FREE] / limit,
    }));
    const [worst] = shares.sort((a, b) => b.share - a.share);
    const percent = `${Math.max(1, Math.round((worst?.share ?? 0) * 100))}%`;
    return (worst?.share ?? 0) > 1 ? `no: ${percent} of ${worst?.name}` : percent;
  });
}

export function makePaidTable(): string {
  return makeCostTable((day) => {
    const extra = Object.entries(PAID).reduce((sum, [name, { included, price }]) => {
      const used = day[name as keyof typeof PAID] * DAYS;
      return sum + (Math.max(0, used - included) / MILLION) * price;
    }, 0);
    return `$${(BASE_DOLLARS + extra).toFixed(2)}`;
  });
}

function makeCostTable(cellOf: (day: ReturnType<typeof dayOf>) => string): string {
  return makeTable(
    ["Monitors", ...INTERVALS.map((secs) => (secs < 60 ? `every ${secs} s` : `every ${secs / 60} min`))],
    MONITORS.map((count) => [String(count), ...INTERVALS.map((secs) => cellOf(dayOf(count, secs)))]),
  );
}

function read(figures: Record<string, number>, name: string): number {
  const figure = figures[name];
  if (figure === undefined)
    throw new Error(`test/bench/results.json has no "${name}": run npm run bench cost load.`);
  return figure;
}
