import { createContext } from "solid-js";
import type { z } from "zod";
import type { warnings } from "../../src/schema/common.ts";

type Warning = NonNullable<z.output<typeof warnings>>[number];

/** Paths of the settings that a form has warned of by itself, before anything was saved. */
export const SeenWarnings = createContext<Set<string>>();

/** What the server warns of in the answer of a save, where nobody has seen it yet. */
export function unseenWarnings(answer: unknown, seen: ReadonlySet<string>): readonly string[] {
  const { warnings = [] } = (answer ?? {}) as { warnings?: readonly Warning[] };
  return warnings
    .filter(({ path }) => !seen.has(path))
    .map(({ path, message }) => `${path.replace(/^config\./, "")}: ${message}`);
}
