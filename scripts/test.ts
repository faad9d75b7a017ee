import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, ROOT } from "./build.ts";

const RESULTS = join(ROOT, "test/output/results.json");
const only = process.argv.slice(2);

rmSync(RESULTS, { force: true });
mkdirSync(join(ROOT, "test/output"), { recursive: true });

const hasPassed =
  step("Types", "tsc", ["-p", "."]) &&
  (!existsSync(join(ROOT, "web/tsconfig.json")) || step("Types of the front ends", "tsc", ["-p", "web"])) &&
  step("Lint", "biome", ["check", "--error-on-warnings", "."]) &&
  buildOnce() &&
  step("Unused code", "knip", []) &&
  step("Tests", "vitest", ["run", ...only]);

const counts = readCounts();
console.log(
  `${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ""}`,
);
process.exit(hasPassed ? 0 : 1);

function step(title: string, command: string, args: readonly string[]): boolean {
  console.log(`\n${title}`);
  const { status } = spawnSync(join(ROOT, "node_modules", ".bin", command), args, {
    cwd: ROOT,
    stdio: "inherit",
  });
  return status === 0;
}

function buildOnce(): boolean {
  try {
    build();
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

/** What did not get as far as running counts as one failure, so that the line never looks green. */
function readCounts(): { passed: number; failed: number; skipped: number } {
  if (!existsSync(RESULTS)) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
    readFileSync(RESULTS, "utf8"),
  );
  return {
    passed: numPassedTests,
    failed: hasPassed ? numFailedTests : Math.max(1, numFailedTests),
    skipped: numPendingTests + numTodoTests,
  };
}
