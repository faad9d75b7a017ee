import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { CHROMIUM } from "../test/browser/chromium_path.ts";
import { build, ROOT } from "./build.ts";
import { findTestsOf, listChanged, readSources } from "./changed.ts";
import { runBeside, type Step } from "./checks.ts";
import { makeScratch } from "./scratch.ts";
import { countIdleStories, countTests, listFailedFiles, readResults, writeTogether } from "./test_results.ts";

const RESULTS = join(ROOT, "test/output/results.json");
const MEMORY = join(ROOT, "node_modules/.cache/uptide");
const COMPILED = join(tmpdir(), "uptide-compiled");
const scratch = process.env["TMPDIR"] ? null : makeScratch();
const MOST_AGAIN = 4;
const CHANGED = /^--changed(?:=(.+))?$/;
const args = process.argv.slice(2);
const changed = listAskedChanges();
const tests = changed ? findTestsOf(changed, readSources()) : [];
const only = args.filter((arg) => !CHANGED.test(arg)).concat(tests);

rmSync(RESULTS, { force: true });
mkdirSync(join(ROOT, "test/output"), { recursive: true });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));

const faults: string[] = [];
const checks = runBeside(listChecks(), faults);
const havePassed = buildOnce() && (await runTests());
for (const fault of faults) console.error(`\n${fault}`);
await checks;

const isGreen = havePassed && faults.length === 0;
const results = readResults(RESULTS);
const counts = countTests(results, { isGreen });
console.log(
  `${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ""}`,
);
const idleStories = countIdleStories(results);
if (idleStories > 0 && !existsSync(CHROMIUM))
  console.log(`${idleStories} browser stories did not run: install Debian's chromium for them.`);
if (faults.length > 0) console.error("Types or lint are wrong: see above.");
process.exit(isGreen ? 0 : 1);

function listAskedChanges(): string[] | null {
  const since = args.map((arg) => CHANGED.exec(arg)).find((match) => match !== null);
  return since ? listChanged(since[1] ?? "HEAD") : null;
}

function listChecks(): Step[] {
  const files = changed?.filter((file) => existsSync(join(ROOT, file))) ?? [];
  const linted = files.length > 0 ? files : ["."];
  // Several threads would repeat work and compete for the one idle core.
  const typesOf = (project: string, memory: string) => ({
    command: "tsc",
    args: ["--singleThreaded", "--incremental", "--tsBuildInfoFile", join(MEMORY, memory), "-p", project],
  });
  return [
    { title: "Types", ...typesOf(".", "types.json") },
    { title: "Types of the front ends", ...typesOf("web", "types_of_web.json") },
    {
      title: "Lint",
      command: "biome",
      args: ["check", "--error-on-warnings", "--no-errors-on-unmatched", ...linted],
    },
  ];
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

/**
 * Steps of a story build on each other, so after a clock jump the whole file reruns. More than a few failures have
 * another cause.
 */
async function runTests(): Promise<boolean> {
  if (await runVitest("Tests", only)) return true;
  const first = readResults(RESULTS);
  const failed = first ? listFailedFiles(first) : [];
  if (!first || failed.length === 0 || failed.length > MOST_AGAIN) return false;
  const names = failed.map((file) => relative(ROOT, file));
  const hasPassed = await runVitest(`Once more, from the beginning: ${names.join(", ")}`, names);
  const again = readResults(RESULTS);
  if (again) writeTogether(RESULTS, { first, again });
  return hasPassed;
}

async function runVitest(title: string, files: readonly string[]): Promise<boolean> {
  console.log(`\n${title}`);
  const child = spawn(join(ROOT, "node_modules", ".bin", "vitest"), ["run", ...files], {
    cwd: ROOT,
    stdio: "inherit",
    // Tests start Node, npm and wrangler hundreds of times: compile their code once.
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...(scratch && { TMPDIR: scratch }) },
  });
  const [status] = (await once(child, "close")) as [number | null];
  return status === 0;
}
