const PART = /\.([\p{L}\p{N}_$-]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*"|'[^'\\]*')\]/uy;

type JsonPath = readonly (string | number)[];

export function parseJsonPath(text: string): JsonPath | null {
  if (!text.startsWith("$")) return null;
  const parts: (string | number)[] = [];
  for (let at = 1; at < text.length; at = PART.lastIndex) {
    PART.lastIndex = at;
    const match = PART.exec(text);
    if (!match) return null;
    const [, name, index, quoted] = match;
    if (index !== undefined) parts.push(Number(index));
    else parts.push(name ?? unquote(quoted ?? ""));
  }
  return parts;
}

function unquote(quoted: string): string {
  if (quoted.startsWith("'")) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

export function readJsonPath(document: unknown, path: JsonPath): unknown {
  let value = document;
  for (const part of path) {
    if (typeof value !== "object" || value === null) return undefined;
    if (Array.isArray(value) !== (typeof part === "number") || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}
