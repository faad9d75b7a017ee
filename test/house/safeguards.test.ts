import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { SAFEGUARDS } from "../../scripts/simulate/safeguards.ts";

const ROOT = resolve(import.meta.dirname, "../..");

it.each(SAFEGUARDS)("the simulation can remove the safeguard $name", ({ file, code }) => {
  expect(readFileSync(join(ROOT, file), "utf8")).toContain(code);
});
