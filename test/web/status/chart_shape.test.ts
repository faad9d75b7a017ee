import { describe, expect, it } from "vitest";
import type { PublicChart } from "../../../src/schema/public_page.ts";
import { readPoints } from "../../../web/status/blocks/chart_points.ts";
import { shapeChart, writePoints } from "../../../web/status/blocks/chart_shape.ts";

const START = Date.parse("2026-11-21T00:00:00Z");

function chartOf(values: readonly (number | null)[]): PublicChart {
  const buckets = values.map((avg, i) => ({
    at: new Date(START + i * 3_600_000).toISOString(),
    avg,
    p95: avg,
    max: avg,
    status: avg === null ? null : ("up" as const),
  }));
  return { buckets, uptime: 1 };
}

describe("the shape of a chart", () => {
  it("starts where the monitor's data starts, and keeps later gaps", () => {
    const shape = shapeChart(chartOf([null, null, 20, null, 40]), "avg");
    expect(shape.points.map(({ value }) => value)).toEqual([20, null, 40]);
    expect(shape.points[0]?.at).toBe("2026-11-21T02:00:00.000Z");
  });

  it("has at least two points with a known distance", () => {
    const { points, ...others } = shapeChart(chartOf([null, null, 30]), "avg");
    expect(points).toHaveLength(2);
    expect(readPoints(writePoints({ points, ...others })).stepMs).toBe(3_600_000);
  });

  it("keeps its range when there is no data", () => {
    expect(shapeChart(chartOf([null, null, null]), "avg").points).toHaveLength(3);
  });
});
