import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../../scripts/build.ts";

const MADE_AT_ONCE = /^(?:export )?(?:const|let) [^=\n]+= new (?:\w*Error|DOMException)\(/m;

it("no module creates an error when it loads, since resolving its origin parses the whole bundle", () => {
  expect('const OVER = new DOMException("over");').toMatch(MADE_AT_ONCE);
  expect('const make = () => new Error("later");').not.toMatch(MADE_AT_ONCE);
  const files = globSync("{src,durable}/**/*.ts", { cwd: ROOT });
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => MADE_AT_ONCE.test(readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
});
