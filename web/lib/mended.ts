import type { Problem } from "../../src/lib/errors.ts";
import { isPlain, isSame } from "./merge.ts";

export function headOf(path: string): string {
  return /^[^.[]*/.exec(path)?.[0] ?? "";
}

export function withoutMended(
  problems: readonly Problem[],
  { before, after }: { before: unknown; after: unknown },
): readonly Problem[] {
  return problems.filter(({ path }) => {
    const parts = path.split(/[.[\]]+/).filter(Boolean);
    return path === "" || !hasChanged(before, after, parts);
  });
}

/** A form may hold a setting in another shape than the API, so the closest common part is compared. */
function hasChanged(before: unknown, after: unknown, parts: readonly string[]): boolean {
  if (isSame(before, after)) return false;
  const whole = parts.join(".");
  for (let count = parts.length; count > 0; count--) {
    const name = parts.slice(0, count).join(".");
    if (has(before, name) || has(after, name)) {
      return hasChanged(partOf(before, name), partOf(after, name), parts.slice(count));
    }
  }
  const isMissingBoth = parts.length === 1 && whole !== "" && isPlain(before) && isPlain(after);
  return !isMissingBoth;
}

function has(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name);
}

function partOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
