import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, ROOT } from "./build.ts";
import { findTestsOf, listChanged, readSources } from "./changed.ts";

const RESULTS = join(ROOT, "test/output/results.json");
const COMPILED = join(tmpdir(), "uptide-compiled");
const CHANGED = /^--changed(?:=(.+))?$/;
const args = process.argv.slice(2);
const changed = listAskedChanges();
const tests = changed ? findTestsOf(changed, readSources()) : [];
const only = args.filter((arg) => !CHANGED.test(arg)).concat(tests);

rmSync(RESULTS, { force: true });
mkdirSync(join(ROOT, "test/output"), { recursive: true });

const hasPassed =
  step("Types", "tsc", ["-p", "."]) &&
  (!existsSync(join(ROOT, "web/tsconfig.json")) || step("Types of the front ends", "tsc", ["-p", "web"])) &&
  step("Lint", "biome", ["check", "--error-on-warnings", "--no-errors-on-unmatched", ...lintable()]) &&
  buildOnce() &&
  step("Tests", "vitest", ["run", ...only]);

const counts = readCounts();
console.log(
  `${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ""}`,
);
process.exit(hasPassed ? 0 : 1);

/** With --changed, or --changed=main, what is not as it is in the last commit, or in that one; null for everything. */
function listAskedChanges(): string[] | null {
  const since = args.map((arg) => CHANGED.exec(arg)).find((match) => match !== null);
  return since ? listChanged(since[1] ?? "HEAD") : null;
}

function lintable(): readonly string[] {
  const files = changed?.filter((file) => existsSync(join(ROOT, file))) ?? [];
  return files.length > 0 ? files : ["."];
}

function step(title: string, command: string, args: readonly string[]): boolean {
  console.log(`\n${title}`);
  const { status } = spawnSync(join(ROOT, "node_modules", ".bin", command), args, {
    cwd: ROOT,
    stdio: "inherit",
    // Tests start Node, npm and wrangler some hundred times: what they read is compiled once.
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
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
