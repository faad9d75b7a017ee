import { createContext } from "solid-js";
import type { z } from "zod";
import type { warnings } from "../../src/schema/common.ts";

type Warning = NonNullable<z.output<typeof warnings>>[number];

export const SeenWarnings = createContext<Set<string>>();

export function unseenWarnings(response: unknown, seen: ReadonlySet<string>): readonly string[] {
  const { warnings = [] } = (response ?? {}) as { warnings?: readonly Warning[] };
  return warnings
    .filter(({ path }) => !seen.has(path))
    .map(({ path, message }) => `${path.replace(/^config\./, "")}: ${message}`);
}
