/** semver.org, with an optional `v`. Build metadata doesn't affect the order. */
export interface SemanticVersion {
  text: string;
  isPreRelease: boolean;
  numbers: readonly [major: bigint, minor: bigint, patch: bigint];
  identifiers: readonly string[];
}

const MOST_CHARACTERS = 100;
const NUMBER = "(0|[1-9]\\d*)";
const IDENTIFIER = "(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)";
const VERSION = new RegExp(
  `^v?(${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?)(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?$`,
);

export function parseSemanticVersion(text: string): SemanticVersion | null {
  const [, written, major, minor, patch, pre] =
    (text.length <= MOST_CHARACTERS && VERSION.exec(text.trim())) || [];
  if (!written || !major || !minor || !patch) return null;
  return {
    text: written,
    isPreRelease: pre !== undefined,
    numbers: [BigInt(major), BigInt(minor), BigInt(patch)],
    identifiers: pre?.split(".") ?? [],
  };
}

export function compareSemanticVersions(a: SemanticVersion, b: SemanticVersion): number {
  for (const [i, number] of a.numbers.entries()) {
    const other = b.numbers[i] ?? 0n;
    if (number !== other) return number < other ? -1 : 1;
  }
  if (a.isPreRelease !== b.isPreRelease) return a.isPreRelease ? -1 : 1;
  for (const [i, own] of a.identifiers.entries()) {
    const other = b.identifiers[i];
    if (other === undefined) return 1;
    const order = compareIdentifiers(own, other);
    if (order !== 0) return order;
  }
  return a.identifiers.length - b.identifiers.length;
}

/** Numeric identifiers compare by value and rank below words. */
function compareIdentifiers(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [a, b].map((one) => /^\d+$/.test(one));
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  if (isNumber && a.length !== b.length) return a.length - b.length;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
