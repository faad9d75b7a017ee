import { existsSync } from "node:fs";
import { describe } from "vitest";

export function describeWith(...tools: readonly string[]) {
  const missing = tools.filter((tool) => !existsSync(tool)).join(", ");
  if (missing === "") return describe;
  if (process.env["CI"] === "true") throw new Error(`These have to be installed on CI: ${missing}`);
  return (name: string, tests: () => void) => describe.skip(`${name} (needs ${missing})`, tests);
}
