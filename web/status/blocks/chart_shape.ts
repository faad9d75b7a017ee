import type { ChartNode } from "../../../src/schema/layout.ts";
import type { PublicChart } from "../../../src/schema/public_page.ts";
import { shareOf } from "./chart_points.ts";

export const CHART_WIDTH = 600;
export const CHART_HEIGHT = 100;
const FEWEST = 2;

interface ChartPoint {
  at: string;
  value: number | null;
  isDown: boolean;
}

export interface ChartShape {
  points: readonly ChartPoint[];
  top: number;
  line: string;
  area: string;
  down: string;
  highest: number | null;
  typical: number | null;
  latest: number | null;
}

export function shapeChart(chart: PublicChart, aggregation: ChartNode["aggregation"]): ChartShape {
  const points = sinceBegun(chart.buckets).map((bucket) => ({
    at: bucket.at,
    value: bucket[aggregation],
    isDown: bucket.status === "down",
  }));
  const values = points.flatMap(({ value }) => value ?? []);
  const sorted = [...values].sort((a, b) => a - b);
  const highest = sorted.at(-1) ?? null;
  const top = roundUp(highest ?? 1);
  const runs = runsOf(points, top);
  return {
    points,
    top,
    line: runs.map(linePath).join(""),
    area: runs.map(areaPath).join(""),
    down: points
      .map(({ isDown }, at) =>
        isDown ? `M${leftOf(at, points.length)} ${CHART_HEIGHT}h${round(CHART_WIDTH / points.length)}` : "",
      )
      .join(""),
    highest,
    typical: sorted[Math.floor(sorted.length / 2)] ?? null,
    latest: values.at(-1) ?? null,
  };
}

function sinceBegun(buckets: PublicChart["buckets"]): PublicChart["buckets"] {
  const first = buckets.findIndex(({ avg, status }) => avg !== null || status !== null);
  return first < 0 ? buckets : buckets.slice(Math.min(first, buckets.length - FEWEST));
}

/** Compact, such as `1763733900000 2880000 400 120,131,d,140`: start, interval, top of the scale, values. */
export function writePoints({ points, top }: ChartShape): string {
  const [first, second] = points.map(({ at }) => Date.parse(at));
  const values = points.map(({ value, isDown }) => `${value ?? ""}${isDown ? "d" : ""}`);
  return `${first ?? 0} ${(second ?? 0) - (first ?? 0)} ${top} ${values.join()}`;
}

type Spot = readonly [x: number, y: number];

function runsOf(points: readonly ChartPoint[], top: number): Spot[][] {
  const runs: Spot[][] = [];
  let hasGap = true;
  points.forEach(({ value }, index) => {
    if (value !== null) {
      if (hasGap) runs.push([]);
      const x = shareOf(index, points.length) * CHART_WIDTH;
      runs.at(-1)?.push([round(x), round(CHART_HEIGHT - (value / top) * CHART_HEIGHT)]);
    }
    hasGap = value === null;
  });
  return runs;
}

/** The curve stays between neighbouring points: it must not invent a peak. */
function linePath(run: readonly Spot[]): string {
  const [first, ...rest] = run;
  if (!first) return "";
  if (rest.length === 0) return `M${round(first[0] - 2)} ${first[1]}h4`;
  let [x, y] = first;
  let path = `M${x} ${y}`;
  for (const [nextX, nextY] of rest) {
    const middle = round((x + nextX) / 2);
    path += `C${middle} ${y} ${middle} ${nextY} ${nextX} ${nextY}`;
    [x, y] = [nextX, nextY];
  }
  return path;
}

function areaPath(run: readonly Spot[]): string {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last || run.length < 2) return "";
  return `${linePath(run)}V${CHART_HEIGHT}H${first[0]}Z`;
}

function leftOf(index: number, count: number): number {
  return round((index / count) * CHART_WIDTH);
}

function round(value: number): number {
  return Math.round(value);
}

function roundUp(value: number): number {
  const scale = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((known) => known * scale >= value) ?? 10;
  return step * scale;
}
