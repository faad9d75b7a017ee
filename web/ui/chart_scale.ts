const LINES = 4;
/** A character of the labels is at most this wide, and none needs less room than a short one. */
const CHARACTER = 7;
const NARROWEST = 56;
const GAP = 14;

/** Where nothing was measured. */
const NOTHING_TOP = 100;

/** The values at which lines stand, from nothing to a round one at or above the highest, no two of them the same in whole figures. */
export function scaleOf(values: readonly (number | null)[]): readonly number[] {
  const isEmpty = values.every((value) => value === null);
  const top = isEmpty ? NOTHING_TOP : roundUp(Math.max(LINES, ...values.map((value) => value ?? 0)));
  return Array.from({ length: LINES + 1 }, (_, at) => (at / LINES) * top);
}

/** How much of the width the labels of the scale take. */
export function labelRoom(labels: readonly string[]): number {
  return Math.max(NARROWEST, GAP + CHARACTER * Math.max(...labels.map(({ length }) => length)));
}

/** 1, 2, 4 or 10 times a power of ten, so that the lines stand at round figures. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 10].find((factor) => factor * power >= value) ?? 10) * power;
}
