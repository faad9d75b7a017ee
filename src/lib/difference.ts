export function differenceOf<T>(a: readonly T[], b: readonly T[]): T[] {
  const [left, right] = [new Set(a), new Set(b)];
  return [...a.filter((one) => !right.has(one)), ...b.filter((one) => !left.has(one))];
}
