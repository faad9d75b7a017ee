import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { measureStart } from "../test/bench/start.ts";
import { measureCost, measureLoad, measureTelling } from "../test/bench/watch.ts";
import { build, ROOT } from "./build.ts";

/** Measures and tells; it judges nothing. */
const BENCHES = { start: measureStart, telling: measureTelling, load: measureLoad, cost: measureCost };

build();
const wanted = process.argv.slice(2);
const results: Record<string, unknown> = {};
for (const [name, measure] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  results[name] = await measure();
  console.table(results[name]);
}
if (wanted.length === 0) {
  writeFileSync(join(ROOT, "test/bench/results.json"), `${JSON.stringify(results, null, 2)}\n`);
}
