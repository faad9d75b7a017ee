export interface ChartPoint {
  at: number;
  value: number | null;
  isBad?: boolean;
  summary: string;
}

export type Run = readonly { at: number; value: number }[];

export function runsOf(values: readonly (number | null)[]): Run[] {
  const runs: { at: number; value: number }[][] = [];
  let isOpen = false;
  for (const [at, value] of values.entries()) {
    if (value === null) {
      isOpen = false;
      continue;
    }
    if (!isOpen) runs.push([]);
    runs.at(-1)?.push({ at, value });
    isOpen = true;
  }
  return runs;
}

export interface ChartMark {
  kind: "incident" | "maintenance" | "settings";
  from: number;
  to: number;
  label: string;
}

export interface ChartRange {
  from: number;
  to: number;
}

/** A time as a fractional index into the points. */
export function indexAt(points: readonly ChartPoint[], at: number): number {
  const [first = 0, second = first + 1] = points.map((point) => point.at);
  return (at - first) / (second - first) - 0.5;
}

export function rangeOf(points: readonly ChartPoint[], one: number, other: number): ChartRange | null {
  const [first = 0, second = first + 1] = points.map((point) => point.at);
  const [from, to] = [points[Math.min(one, other)], points[Math.max(one, other)]];
  return from && to && from !== to ? { from: from.at, to: to.at + (second - first) } : null;
}
