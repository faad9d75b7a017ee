import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../system/start/product.ts";

it("every migration file is applied, in order", () => {
  const files = readdirSync(join(ROOT, "migrations"))
    .filter((name) => name.endsWith(".sql"))
    .sort();
  const listed = readFileSync(join(ROOT, "src/data/migrations.ts"), "utf8").matchAll(/name: "([^"]+\.sql)"/g);
  expect([...listed].map(([, name]) => name)).toEqual(files);
});
