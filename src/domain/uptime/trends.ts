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
  computeDailyUptime,
  type DayStart,
  lastDays,
  type OpenSegment,
  type Segment,
  type Span,
  withOpen,
} from "./uptime.ts";

const DAYS = 30;
const HOURS = 24;

interface MonitorTrend {
  segments: readonly Segment[];
  open: OpenSegment | null;
  knownUntil: number;
  windows: readonly Span[];
  days: ReadonlyMap<number, ResponseDay>;
  fresh: ResponseTimes | undefined;
}

/** Sums monitors one by one: thousands are never in memory together. */
export class TrendSum {
  readonly #days: readonly DayStart[];
  readonly #up: number[];
  readonly #stated: number[];
  readonly #hours = Array.from({ length: HOURS }, emptyResponseTimes);
  readonly #firstHour: number;
  readonly #now: number;

  constructor(now: number) {
    this.#now = now;
    this.#days = lastDays(now, DAYS);
    this.#up = this.#days.map(() => 0);
    this.#stated = this.#days.map(() => 0);
    this.#firstHour = Math.floor(now / HOUR_MS) - HOURS + 1;
  }

  get span(): Span & { daysFrom: number } {
    return { from: this.#days[0]?.from ?? this.#now, to: this.#now, daysFrom: this.#firstHour * HOUR_MS };
  }

  add({ segments, open, knownUntil, windows, days, fresh }: MonitorTrend): void {
    const options = { ...this.span, windows, knownUntil };
    for (const [i, { seconds }] of computeDailyUptime(
      withOpen(segments, open),
      options,
      this.#days,
    ).entries()) {
      const up = seconds.up + seconds.degraded;
      this.#up[i]! += up;
      this.#stated[i]! += up + seconds.down + seconds.affected;
    }
    for (const [day, hours] of days)
      for (const [hour, times] of hours) this.#merge((day * DAY_MS) / HOUR_MS + hour, times);
    if (fresh) this.#merge(this.#firstHour + HOURS - 1, fresh);
  }

  result(): Pick<DashboardTrends, "uptime" | "days" | "hours"> {
    return {
      uptime: shareOf(sum(this.#up), sum(this.#stated)),
      days: this.#days.map(({ date }, i) => ({ date, uptime: shareOf(this.#up[i]!, this.#stated[i]!) })),
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

function shareOf(up: number, stated: number): number | null {
  return stated > 0 ? up / stated : null;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
