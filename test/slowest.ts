import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

const MOST = 10;

export default class Slowest implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const timed = modules.map((module) => ({ name: nameOf(module), ms: durationOf(module) }));
    const slowest = timed.sort((one, other) => other.ms - one.ms).slice(0, MOST);
    if (timed.length <= 1) return;
    console.log(`\nThe slowest of ${timed.length} files`);
    for (const { name, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
  }
}

const nameOf = (module: TestModule) => relative(process.cwd(), module.moduleId);

function durationOf(module: TestModule): number {
  const { collectDuration, setupDuration, prepareDuration, environmentSetupDuration, duration } =
    module.diagnostic();
  return collectDuration + setupDuration + prepareDuration + environmentSetupDuration + duration;
}
