export function stackHeights(heights: readonly number[]): readonly number[] {
  let top = 0;
  return [0, ...heights.map((height) => (top += height))];
}

export function findRow(tops: readonly number[], at: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
