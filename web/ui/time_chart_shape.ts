export interface ChartPoint {
  at: number;
  /** Null where nothing was measured. */
  value: number | null;
  /** Marks the stretch as one that went wrong. */
  isBad?: boolean;
  /** Said when the pointer is there. */
  told: string;
}

export type Run = readonly { at: number; value: number }[];

/** Stretches without a gap. */
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
