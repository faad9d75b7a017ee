const LINES = 4;
const CHARACTER = 7;
const NARROWEST = 56;
const GAP = 14;

const NOTHING_TOP = 100;

export function scaleOf(values: readonly (number | null)[]): readonly number[] {
  const isEmpty = values.every((value) => value === null);
  const top = isEmpty ? NOTHING_TOP : roundUp(Math.max(LINES, ...values.map((value) => value ?? 0)));
  return Array.from({ length: LINES + 1 }, (_, at) => (at / LINES) * top);
}

export function labelRoom(labels: readonly string[]): number {
  return Math.max(NARROWEST, GAP + CHARACTER * Math.max(...labels.map(({ length }) => length)));
}

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 10].find((factor) => factor * power >= value) ?? 10) * power;
}
