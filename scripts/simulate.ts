import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { importWithout } from "./simulate/imports.ts";
import { parseOptions } from "./simulate/options.ts";

const MOST_SENTENCES = 10;
const say = (line: string) => process.stdout.write(`${line}\n`);
const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    seeds: { type: "string", default: "1..20" },
    monitors: { type: "string" },
    days: { type: "string" },
    interval: { type: "string" },
    faults: { type: "string" },
    most: { type: "string" },
    without: { type: "string" },
    old: { type: "string" },
    trace: { type: "boolean", default: false },
    shrink: { type: "boolean", default: false },
    first: { type: "boolean", default: false },
    each: { type: "boolean", default: false },
  },
});
const parsed = parseOptions(values);
if ("problem" in parsed) {
  console.error(parsed.problem);
  process.exit(2);
}
if (parsed.without) importWithout(parsed.without);
// Imported late: the product takes longer to load than wrong options take to refuse.
const { runSeed } = await import("./simulate/run_seed.ts");
const { loadCode } = await import("./simulate/code.ts");
const { formatOptions, shrink } = await import("./simulate/shrink.ts");
const { seeds, without: _, ...size } = parsed;
const old = values.old === undefined ? null : await loadCode(resolve(values.old));
const options = { ...size, old, onTrace: values.trace ? say : null };
const beganAt = process.hrtime.bigint();
const secondsOf = (from: bigint) => Number(process.hrtime.bigint() - from) / 1e9;
const sums = { seeds: 0, checks: 0, faults: 0, deliveries: 0, failed: 0 };
for (const seed of seeds) {
  if (values.first && sums.failed > 0) break;
  sums.seeds += 1;
  const report = await runSeed(seed, options);
  const { found, checks, faults, deliveries, kinds, size, digest } = report;
  sums.checks += checks;
  sums.faults += faults;
  sums.deliveries += deliveries;
  if (values.each)
    say(`Seed ${seed}: ${digest}, ${checks} checks, ${deliveries} messages, ${faults} faults.`);
  if (found.length === 0) continue;
  sums.failed += 1;
  say(`Seed ${seed} (${size.monitors} monitors, ${size.days} days, ${faults} faults of ${kinds.join()}):`);
  for (const sentence of found.slice(0, MOST_SENTENCES)) say(`  ${sentence}`);
  say(`Replay it: npm run simulate -- ${formatOptions(seed, size)} --trace`);
  if (values.shrink) say(`Smaller: ${formatOptions(seed, await shrink(report, { onStep: say }))}`);
}
const counts = `${sums.checks} checks, ${sums.deliveries} messages, ${sums.faults} faults`;
say(`${sums.seeds} seeds in ${secondsOf(beganAt).toFixed(1)} s: ${counts}, ${sums.failed} with findings.`);
process.exit(sums.failed > 0 ? 1 : 0);
