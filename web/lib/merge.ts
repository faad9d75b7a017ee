export interface Difference {
  path: string;
  theirs: unknown;
  mine: unknown;
  changedBy: "them" | "me" | "both";
}

interface Versions {
  base: unknown;
  theirs: unknown;
  mine: unknown;
}

/** Discriminators: settings of two kinds are never merged. */
const TELLERS = ["type", "kind"];

export function merge({ base, theirs, mine }: Versions): unknown {
  if (isSame(mine, base)) return theirs;
  if (isSame(theirs, base) || !areParts({ base, theirs, mine })) return mine;
  const merged = namesOf(theirs, mine).map((name) => [name, merge(partOf({ base, theirs, mine }, name))]);
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

export function listDifferences(versions: Versions, path = ""): Difference[] {
  const { base, theirs, mine } = versions;
  if (isSame(theirs, mine)) return [];
  if (areParts(versions)) {
    return namesOf(theirs, mine).flatMap((name) =>
      listDifferences(partOf(versions, name), path === "" ? name : `${path}.${name}`),
    );
  }
  const changedBy = isSame(mine, base) ? "them" : isSame(theirs, base) ? "me" : "both";
  return [{ path, theirs, mine, changedBy }];
}

/** Ignores key order; undefined counts as absent. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, at) => isSame(item, b[at]));
  }
  if (!isPlain(a) || !isPlain(b)) return false;
  return namesOf(a, b).every((name) => isSame(a[name], b[name]));
}

export function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function areParts({ base, theirs, mine }: Versions): boolean {
  if (!isPlain(base) || !isPlain(theirs) || !isPlain(mine)) return false;
  return TELLERS.every((name) => theirs[name] === mine[name]);
}

function partOf({ base, theirs, mine }: Versions, name: string): Versions {
  const part = (of: unknown) => (of as Record<string, unknown>)[name];
  return { base: part(base), theirs: part(theirs), mine: part(mine) };
}

function namesOf(a: unknown, b: unknown): string[] {
  return [...new Set([...Object.keys(a as object), ...Object.keys(b as object)])];
}
