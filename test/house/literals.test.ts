import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

describe("object literals", () => {
  // A spread switches off the check for excess properties.
  it("list their properties, and spread no other literal", () => {
    const sources = ["src", "durable", "web", "scripts", "test"].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
        .filter(({ name, parentPath }) => /\.(tsx?|mjs)$/.test(name) && !parentPath.includes("node_modules"))
        .map(({ parentPath, name }) => join(parentPath, name)),
    );
    expect(sources.length).toBeGreaterThan(1000);
    const spread = sources.filter((path) => /\.{3}\{/.test(readFileSync(path, "utf8")));
    expect(spread.map((path) => path.slice(ROOT.length + 1))).toEqual([]);
  });
});
