import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PublicUptimeDay } from "../../../src/schema/public_page.ts";
import { countDays, readDays } from "../../../web/status/blocks/bar_days.ts";
import { barMarkup } from "../../../web/status/blocks/bar_markup.ts";
import { readPoints } from "../../../web/status/blocks/chart_points.ts";
import { shapeChart, writePoints } from "../../../web/status/blocks/chart_shape.ts";
import { writeDays } from "../../../web/status/blocks/day_text.ts";
import { iso, NOW } from "../../page/fixtures.ts";

const STATUSES = ["operational", "degraded", "partial", "down", "maintenance", "none"] as const;

const day = (status: PublicUptimeDay["status"], more: Partial<PublicUptimeDay> = {}): PublicUptimeDay => ({
  date: "2026-11-21",
  uptime: status === "operational" ? 1 : null,
  status,
  incidents: [],
  ...more,
});

const anyDay = fc.record({
  date: fc.constant("2026-11-21"),
  status: fc.constantFrom(...STATUSES),
  uptime: fc.option(fc.integer({ min: 0, max: 10_000 }).map((part) => part / 10_000)),
  incidents: fc.array(fc.record({ id: fc.integer({ min: 1, max: 1e9 }), title: fc.string() }), {
    maxLength: 3,
  }),
});

describe("the days of a bar, in few characters", () => {
  it("says a month without trouble in three", () => {
    expect(writeDays(Array.from({ length: 30 }, () => day("operational")))).toBe("u30");
  });

  it("describes single days", () => {
    const incidents = [{ id: 8, title: "Payments were refused" }];
    const days = [
      day("none"),
      day("none"),
      day("partial", { uptime: 0.97129, incidents }),
      day("operational"),
    ];
    expect(writeDays(days)).toBe("n2 p=9712#8 u");
  });

  it("is read as it was written", () => {
    fc.assert(
      fc.property(fc.array(anyDay, { minLength: 1, maxLength: 30 }), (days) => {
        const text = writeDays(days);
        const wanted = days.map(({ status, uptime, incidents }) => ({
          status,
          uptime,
          incidents: incidents.map(({ id }) => id),
        }));
        expect(readDays(text)).toEqual(wanted);
        expect(countDays(text)).toBe(days.length);
      }),
    );
  });
});

describe("the drawing of a bar", () => {
  it("has one path for each state, and of a run of days one line", () => {
    const days = [day("none"), day("operational"), day("operational"), day("down"), day("operational")];
    expect(barMarkup(days)).toBe(
      '<svg viewBox="0 0 48.2 30" preserveAspectRatio="none"><path class="u" d="M10 15h20M40 15h10"/><path class="d" d="M30 15h10"/></svg>',
    );
  });

  it("begins with the first day that is known, and shows gaps after it", () => {
    const days = [day("none"), day("none"), day("operational"), day("none"), day("operational")];
    expect(barMarkup(days).match(/<path.*?>/g)).toEqual([
      '<path class="u" d="M20 15h10M40 15h10"/>',
      '<path class="n" d="M30 15h10"/>',
    ]);
  });

  it("without any known day is a line of days without data", () => {
    expect(barMarkup([day("none"), day("none")])).toContain('<path class="n" d="M0 15h20"/>');
  });

  it("has a box for each worse day, and stripes for maintenance", () => {
    const markup = barMarkup([day("degraded"), day("partial"), day("maintenance"), day("partial")]);
    expect(markup.match(/<path/g)).toHaveLength(3);
    expect(/class="p" d="([^"]*)"/.exec(markup)?.[1]?.match(/M/g)).toHaveLength(2);
    expect(markup).toContain('class="m" d="M24.1 0v30"');
  });
});

describe("the points of a chart, in few characters", () => {
  it("are read as they were written", () => {
    const buckets = [120, null, 340].map((value, at) => ({
      at: iso(NOW + at * 60_000),
      avg: value,
      p95: value,
      max: value,
      status: value === null ? ("down" as const) : ("up" as const),
    }));
    const text = writePoints(shapeChart({ buckets, uptime: 1 }, "avg"));
    expect(text).toBe(`${NOW} 60000 400 120,d,340`);
    expect(readPoints(text)).toEqual({
      from: NOW,
      stepMs: 60_000,
      top: 400,
      points: [
        { value: 120, isDown: false },
        { value: null, isDown: true },
        { value: 340, isDown: false },
      ],
    });
  });
});
