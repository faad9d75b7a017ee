import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeChart, type RawResponse, rawFrom } from "../../../src/domain/uptime/response_chart.ts";
import {
  addResponse,
  emptyResponseTimes,
  type ResponseDay,
} from "../../../src/domain/uptime/response_times.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/lib/units.ts";

const NOW = Date.parse("2026-03-08T12:00Z");

function keep(results: readonly RawResponse[], { hours, now }: { hours: number; now: number }) {
  const notHandedOn = 1;
  const current = Math.floor(now / HOUR_MS);
  const days = new Map<number, ResponseDay>();
  for (const { at, responseMs } of results) {
    const hour = Math.floor(at / HOUR_MS);
    if (hour >= current - notHandedOn || responseMs === null) continue;
    const day = days.get(Math.floor(hour / 24)) ?? new Map();
    const own = day.get(hour % 24) ?? emptyResponseTimes();
    addResponse(own, responseMs);
    days.set(Math.floor(hour / 24), day.set(hour % 24, own));
  }
  return { days, raw: results.filter(({ at }) => at >= rawFrom(now - hours * HOUR_MS, now)) };
}

function chartOf(results: readonly RawResponse[], wanted: { hours: number; buckets: number; now: number }) {
  const source = { segments: [], windows: [], knownUntil: wanted.now, ...keep(results, wanted) };
  const { hours, buckets, now } = wanted;
  return makeChart(source, { from: now - hours * HOUR_MS, to: now, buckets, now }).buckets;
}

const wanted = fc.record({
  hours: fc.oneof(fc.constantFrom(25, 30, 48, 49, 168, 720, 2160), fc.integer({ min: 1, max: 400 })),
  buckets: fc.oneof(fc.constantFrom(20, 30, 50, 100, 200), fc.integer({ min: 1, max: 200 })),
  now: fc.integer({ min: 0, max: DAY_MS }).map((ms) => NOW + ms),
});

describe("makeChart", () => {
  it("has a value in each bucket with a measurement, for any range and number of buckets", () => {
    const ages = fc.array(fc.integer({ min: 0, max: 400 * HOUR_MS }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(wanted, ages, ({ hours, buckets, now }, before) => {
        const from = now - hours * HOUR_MS;
        const times = before.map((ms) => now - ms).sort((a, b) => a - b);
        const made = chartOf(
          times.map((at) => ({ at, responseMs: 100 })),
          { hours, buckets, now },
        );
        for (const at of times.filter((time) => time >= from)) {
          const index = Math.min(buckets - 1, Math.floor((at - from) / ((hours * HOUR_MS) / buckets)));
          expect(made[index]?.avg).toBe(100);
        }
      }),
    );
  });

  it("has no gap for checks every five minutes", () => {
    const results = Array.from({ length: 2161 * 12 }, (_, i) => ({
      at: NOW - 2161 * HOUR_MS + i * 5 * MINUTE_MS,
      responseMs: 200,
    }));
    for (const minute of [0, 1, 29, 59]) {
      const now = NOW - minute * MINUTE_MS;
      for (const hours of [24, 25, 48, 168, 720, 2160]) {
        for (const buckets of [20, 30, 50, 200]) {
          const known = results.filter(({ at }) => at <= now);
          const empty = chartOf(known, { hours, buckets, now }).filter(({ avg }) => avg === null);
          expect({ hours, buckets, minute, empty }).toEqual({ hours, buckets, minute, empty: [] });
        }
      }
    }
  });

  it("counts each hour once", () => {
    const results = Array.from({ length: 48 * 4 }, (_, i) => ({
      at: NOW - 48 * HOUR_MS + i * 15 * MINUTE_MS,
      responseMs: 200,
    }));
    const made = chartOf(results, { hours: 48, buckets: 20, now: NOW });
    expect(made.reduce((sum, { count }) => sum + count, 0)).toBe(results.length);
  });

  it("leaves buckets without measurements empty", () => {
    const made = chartOf([{ at: NOW - 30 * HOUR_MS, responseMs: 200 }], { hours: 48, buckets: 48, now: NOW });
    expect(made.filter(({ avg }) => avg !== null)).toHaveLength(1);
    expect(made.every(({ avg, count }) => (avg === null) === (count === 0))).toBe(true);
  });

  it("shows a range that ended before now", () => {
    const results = Array.from({ length: 72 }, (_, i) => ({
      at: NOW - (72 - i) * HOUR_MS,
      responseMs: 100 + i,
    }));
    const source = { segments: [], windows: [], knownUntil: NOW, ...keep(results, { hours: 72, now: NOW }) };
    const range = { from: NOW - 48 * HOUR_MS, to: NOW - 36 * HOUR_MS };
    const { buckets } = makeChart(source, { ...range, buckets: 12, now: NOW });
    expect(buckets.map(({ at }) => at)).toEqual(
      Array.from({ length: 12 }, (_, i) => range.from + i * HOUR_MS),
    );
    expect(buckets.map(({ max }) => max)).toEqual(Array.from({ length: 12 }, (_, i) => 124 + i));
  });
});
