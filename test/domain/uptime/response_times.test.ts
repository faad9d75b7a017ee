import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addResponse,
  decodeResponseDay,
  emptyResponseTimes,
  encodeResponseDay,
  mergeResponseTimes,
  type ResponseTimes,
  summariseResponses,
} from "../../../src/domain/uptime/response_times.ts";
import {
  addToSketch,
  countOf,
  mergeSketch,
  quantileOf,
  type Sketch,
} from "../../../src/domain/uptime/sketch.ts";

const durations = fc.array(fc.integer({ min: 0, max: 3_000_000 }), { minLength: 1, maxLength: 300 });

function sketchOf(values: readonly number[]): Sketch {
  const sketch: Sketch = new Map();
  for (const value of values) addToSketch(sketch, value);
  return sketch;
}

function timesOf(values: readonly number[]): ResponseTimes {
  const times = emptyResponseTimes();
  for (const value of values) addResponse(times, value);
  return times;
}

/** The definition: the smallest value that at least a share `q` of all does not exceed. */
function exactQuantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.find((value) => values.filter((other) => other <= value).length >= q * values.length - 1e-9)!;
}

describe("sketch", () => {
  it("returns every quantile within 2.5%", () => {
    fc.assert(
      fc.property(durations, fc.double({ min: 0, max: 1, noNaN: true }), (values, q) => {
        const exact = exactQuantile(values, q);
        const found = quantileOf(sketchOf(values), q)!;
        expect(Math.abs(found - exact)).toBeLessThanOrEqual(exact * 0.025 + 1e-9);
      }),
    );
  });

  it("merges into the sketch of all values", () => {
    fc.assert(
      fc.property(durations, durations, (a, b) => {
        const merged = sketchOf(a);
        mergeSketch(merged, sketchOf(b));
        expect(new Map([...merged].sort())).toEqual(new Map([...sketchOf([...a, ...b])].sort()));
        expect(countOf(merged)).toBe(a.length + b.length);
      }),
    );
  });

  it("has no quantile if empty", () => {
    expect(quantileOf(new Map(), 0.95)).toBeNull();
  });
});

describe("summariseResponses", () => {
  it("uses the nearest rank for p95: the largest of fewer than 20 values", () => {
    expect(summariseResponses(timesOf([100, 100, 1000]))).toMatchObject({
      count: 3,
      avg: 400,
      p95: 1000,
      max: 1000,
    });
    const twenty = Array.from({ length: 20 }, (_, i) => (i < 19 ? 120 : 5000));
    expect(summariseResponses(timesOf(twenty.slice(1))).p95).toBe(5000);
    expect(summariseResponses(timesOf(twenty)).p95).toBeCloseTo(120, -1);
  });

  it("returns the common value of equal values as p95", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300_000 }), fc.integer({ min: 1, max: 3000 }), (value, count) => {
        expect(summariseResponses(timesOf(Array(count).fill(value))).p95).toBe(value);
      }),
    );
  });

  it("counts and averages, and keeps p95 below the maximum", () => {
    fc.assert(
      fc.property(durations, (values) => {
        const { count, avg, p50, p95, p99, max } = summariseResponses(timesOf(values));
        expect(count).toBe(values.length);
        expect(max).toBe(Math.max(...values));
        expect(avg).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 6);
        for (const [found, share] of [
          [p50!, 0.5],
          [p95!, 0.95],
          [p99!, 0.99],
        ] as const) {
          expect(found).toBeLessThanOrEqual(max!);
          const exact = exactQuantile(values, share);
          expect(Math.abs(found - exact)).toBeLessThanOrEqual(exact * 0.025 + 1e-9);
        }
      }),
    );
  });

  it("is empty without values", () => {
    expect(summariseResponses(emptyResponseTimes())).toEqual({
      count: 0,
      avg: null,
      p50: null,
      p95: null,
      p99: null,
      max: null,
    });
  });

  it("is the same for merged hours as for all their checks", () => {
    fc.assert(
      fc.property(durations, durations, (a, b) => {
        const merged = timesOf(a);
        mergeResponseTimes(merged, timesOf(b));
        expect(summariseResponses(merged)).toEqual(summariseResponses(timesOf([...a, ...b])));
      }),
    );
  });

  it("rounds durations", () => {
    expect(timesOf([1.6, -2])).toMatchObject({ sum: 2, max: 2 });
  });
});

describe("encodeResponseDay", () => {
  it("round-trips a day", () => {
    const hour = fc.integer({ min: 0, max: 23 });
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(hour, durations), { selector: ([number]) => number }), (hours) => {
        const day = new Map(hours.map(([number, values]) => [number, timesOf(values)]));
        expect(decodeResponseDay(encodeResponseDay(day))).toEqual(day);
      }),
    );
  });

  it("takes less than a byte per check at one check a minute", () => {
    const spread = Array.from(
      { length: 60 },
      (_, i) => 150 + Math.round(40 * Math.sin(i)) + (i % 20 ? 0 : 900),
    );
    const day = new Map(Array.from({ length: 24 }, (_, number) => [number, timesOf(spread)]));
    expect(encodeResponseDay(day).length / (24 * 60)).toBeLessThan(1);
  });

  it("rejects another format and truncated bytes", () => {
    const bytes = encodeResponseDay(new Map([[3, timesOf([5, 9])]]));
    expect(() => decodeResponseDay(bytes.subarray(0, bytes.length - 1))).toThrow(RangeError);
    expect(() => decodeResponseDay(Uint8Array.of(9))).toThrow("unknown format of response times: 9");
    expect(() => decodeResponseDay(new Uint8Array())).toThrow(RangeError);
  });
});
