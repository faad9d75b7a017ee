import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

function blocksOf(file: string): Set<string> {
  const text = readFileSync(join(ROOT, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const begins = text.matchAll(/(?:^|[{},])\s*\.([a-z][a-z-]*?)(?:(?:__|--)[\w-]+)?(?=[\s.:,>+{[])/g);
  return new Set(Array.from(begins, ([, block = ""]) => block));
}

describe("the panel's style sheets", () => {
  // A page's stylesheet stays loaded on later pages.
  it("never define the same class on two pages", () => {
    const everywhere = globSync("web/{ui,admin/shell}/**/*.css", { cwd: ROOT });
    const shared = new Set(everywhere.flatMap((file) => [...blocksOf(file)]));
    const owners = new Map<string, string[]>();
    for (const file of globSync("web/admin/*/**/*.css", { cwd: ROOT }))
      for (const block of blocksOf(file))
        if (!shared.has(block)) owners.set(block, [...(owners.get(block) ?? []), file]);
    expect(owners.size).toBeGreaterThan(40);
    expect([...owners].filter(([, files]) => files.length > 1).map((one) => one.flat().join(" "))).toEqual(
      [],
    );
  });
});
