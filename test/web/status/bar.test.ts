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

describe("the compact text of a bar's days", () => {
  it("encodes a month without incidents in three characters", () => {
    expect(writeDays(Array.from({ length: 30 }, () => day("operational")))).toBe("u30");
  });

  it("encodes single days", () => {
    const incidents = [{ id: 8, title: "Payments were refused" }];
    const days = [
      day("none"),
      day("none"),
      day("partial", { uptime: 0.97129, incidents }),
      day("operational"),
    ];
    expect(writeDays(days)).toBe("n2 p=9712#8 u");
  });

  it("is parsed back unchanged", () => {
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

describe("the SVG of a bar", () => {
  it("has one path per status, and one line per run of days", () => {
    const days = [day("none"), day("operational"), day("operational"), day("down"), day("operational")];
    expect(barMarkup(days)).toBe(
      '<svg viewBox="0 0 48.2 30" preserveAspectRatio="none"><path class="u" d="M10 15h20M40 15h10"/><path class="d" d="M30 15h10"/></svg>',
    );
  });

  it("starts with the first known day, and shows gaps after it", () => {
    const days = [day("none"), day("none"), day("operational"), day("none"), day("operational")];
    expect(barMarkup(days).match(/<path.*?>/g)).toEqual([
      '<path class="u" d="M20 15h10M40 15h10"/>',
      '<path class="n" d="M30 15h10"/>',
    ]);
  });

  it("is a line of days without data if no day is known", () => {
    expect(barMarkup([day("none"), day("none")])).toContain('<path class="n" d="M0 15h20"/>');
  });

  it("has a box for each worse day, and stripes for maintenance", () => {
    const markup = barMarkup([day("degraded"), day("partial"), day("maintenance"), day("partial")]);
    expect(markup.match(/<path/g)).toHaveLength(3);
    expect(/class="p" d="([^"]*)"/.exec(markup)?.[1]?.match(/M/g)).toHaveLength(2);
    expect(markup).toContain('class="m" d="M24.1 0v30"');
  });
});

describe("the compact text of a chart's points", () => {
  it("is parsed back unchanged", () => {
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
