import { DAY_MS, HOUR_MS } from "../../lib/units.ts";
import type { DashboardTrends } from "../../schema/dashboard.ts";
import {
  emptyResponseTimes,
  mergeResponseTimes,
  type ResponseDay,
  type ResponseTimes,
  summariseResponses,
} from "./response_times.ts";
import {
  addDailyStates,
  type DayStart,
  lastDays,
  type OpenSegment,
  type Segment,
  type Span,
  type StateSums,
  withOpen,
} from "./uptime.ts";

const DAYS = 30;
const HOURS = 24;

interface MonitorTrend {
  segments: readonly Segment[];
  open: OpenSegment | null;
  knownUntil: number;
  windows: readonly Span[];
  fresh: ResponseTimes | undefined;
}

/** Sums monitors one by one: thousands are never in memory together. */
export class TrendSum {
  readonly #days: readonly DayStart[];
  readonly #states: StateSums[];
  readonly #hours = Array.from({ length: HOURS }, emptyResponseTimes);
  readonly #firstHour: number;
  readonly #now: number;

  constructor(now: number) {
    this.#now = now;
    this.#days = lastDays(now, DAYS);
    this.#states = this.#days.map(() => ({ up: 0, degraded: 0, down: 0, affected: 0 }));
    this.#firstHour = Math.floor(now / HOUR_MS) - HOURS + 1;
  }

  get span(): Span & { daysFrom: number } {
    return { from: this.#days[0]?.from ?? this.#now, to: this.#now, daysFrom: this.#firstHour * HOUR_MS };
  }

  add({ segments, open, knownUntil, windows, fresh }: MonitorTrend): void {
    const options = { ...this.span, windows, knownUntil };
    addDailyStates(this.#states, this.#days, withOpen(segments, open), options);
    if (fresh) this.#merge(this.#firstHour + HOURS - 1, fresh);
  }

  addDay(day: number, hours: ResponseDay): void {
    for (const [hour, times] of hours) this.#merge((day * DAY_MS) / HOUR_MS + hour, times);
  }

  result(): Pick<DashboardTrends, "uptime" | "days" | "hours"> {
    return {
      uptime: upShareOf(this.#states),
      days: this.#days.map(({ date }, i) => ({ date, uptime: upShareOf([this.#states[i]!]) })),
      hours: this.#hours.map((times, i) => {
        const { count, avg, p95 } = summariseResponses(times);
        return { at: (this.#firstHour + i) * HOUR_MS, responses: count, avg, p95 };
      }),
    };
  }

  #merge(hour: number, times: ResponseTimes): void {
    const bucket = this.#hours[hour - this.#firstHour];
    if (bucket) mergeResponseTimes(bucket, times);
  }
}

function upShareOf(days: readonly StateSums[]): number | null {
  const up = sum(days.map((day) => day.up + day.degraded));
  const all = up + sum(days.map(({ down, affected }) => down + affected));
  return all > 0 ? up / all : null;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
