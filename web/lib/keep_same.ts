/** Reuses unchanged parts of the old value, so only the differences are redrawn. */
export function keepSame<T>(before: unknown, after: T): T {
  if (Object.is(before, after) || !isTree(before) || !isTree(after)) return after;
  if (Array.isArray(before) !== Array.isArray(after)) return after;
  return Array.isArray(after)
    ? (keepList(before as unknown as unknown[], after) as T)
    : keepObject(before, after);
}

function keepList(before: readonly unknown[], after: readonly unknown[]): unknown[] {
  const byId = new Map(before.map((item, index) => [idOf(item) ?? index, item]));
  const list = after.map((item, index) => keepSame(byId.get(idOf(item) ?? index), item));
  const isSame = list.length === before.length && list.every((item, index) => item === before[index]);
  return isSame ? (before as unknown[]) : list;
}

function keepObject<T extends object>(before: Record<string, unknown>, after: T): T {
  const entries = Object.entries(after).map(([key, value]) => [key, keepSame(before[key], value)] as const);
  const isSame =
    entries.length === Object.keys(before).length && entries.every(([key, value]) => before[key] === value);
  return isSame ? (before as T) : (Object.fromEntries(entries) as T);
}

function idOf(item: unknown): unknown {
  return isTree(item) && !Array.isArray(item) ? item["id"] : undefined;
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
