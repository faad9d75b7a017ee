export interface ChartPoint {
  at: number;
  value: number | null;
  isBad?: boolean;
  told: string;
}

export type Run = readonly { at: number; value: number }[];

export function runsOf(points: readonly ChartPoint[]): Run[] {
  const runs: { at: number; value: number }[][] = [];
  let isOpen = false;
  for (const [at, { value }] of points.entries()) {
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
