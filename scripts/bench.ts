import "./worker_imports.ts";
import { cpus, loadavg } from "node:os";
import { type BenchRun, commitNow, compare, readRuns, saveRun } from "../test/bench/results.ts";
import { round } from "../test/bench/run.ts";
import { build } from "./build.ts";

build();
const { BENCHES } = await import("../test/bench/benches.ts");
const wanted = process.argv.slice(2);
const known = readRuns();
const own: BenchRun = {
  commit: commitNow(),
  load: round(loadavg()[0] ?? 0, 1),
  cores: cpus().length,
  rooms: {},
};
for (const [name, measure] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name} (load ${round(loadavg()[0] ?? 0, 1)} on ${own.cores} cores)`);
  try {
    own.rooms[name] = await measure();
    const rows = compare(own.rooms[name], { name, own, runs: known });
    console.table(rows, columnsOf(Object.values(rows)));
  } catch (error) {
    console.error(`${name} could not be measured:`, error);
  }
}
saveRun(own, known);

/** console.table puts columns that the first row lacks at the end. */
function columnsOf(rows: readonly object[]): string[] {
  const found = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...["now", "goal", "reached", "bare"].filter((name) => found.delete(name)), ...found];
}
