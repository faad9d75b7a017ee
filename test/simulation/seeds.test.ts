import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

/** What each has found is in docs/developers/simulation.md. */
const FOUND = [26, 30, 31, 49, 150];

const ROOT = resolve(import.meta.dirname, "../..");

async function run(options: readonly string[]): Promise<{ stdout: string }> {
  const script = join(ROOT, "scripts/simulate.ts");
  const args = ["--disable-warning=ExperimentalWarning", script, ...options];
  return await promisify(execFile)(process.execPath, args, { cwd: ROOT });
}

/** What it printed, also where it found something. */
async function simulate(...options: string[]): Promise<string> {
  const { stdout } = await run(options).catch((error: { stdout: string }) => error);
  return stdout;
}

describe("the simulation", { timeout: 240_000 }, () => {
  it("finds that all is as the specification says, whatever fails on the way", async () => {
    const printed = await simulate("--seeds", "1..20");

    expect(printed).toMatch(/^20 seeds in .*, 0 with findings\.\n$/);
  });

  it("finds nothing in the seeds that have found a fault of the product", async () => {
    const printed = await simulate("--seeds", FOUND.join());

    expect(printed).toMatch(/^\d+ seeds in .*, 0 with findings\.\n$/);
  });

  it.each([
    [["--seeds", "17,x"], 'Enter seeds or ranges such as 1..20, not "17,x".'],
    [["--seed", "1", "--days", "two"], '--days needs a number, not "two".'],
    [["--seed", "1", "--faults", "disk_full"], `"disk_full" isn't a kind of fault.`],
  ])("refuses %j instead of running nothing", async (options, sentence) => {
    await expect(run(options)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
  });

  it("runs a seed the same way alone and after others", async () => {
    const [alone, after] = await Promise.all([
      simulate("--seed", "3", "--each"),
      simulate("--seeds", "1..3", "--each"),
    ]);

    const digest = /^Seed 3: (\w+)/m.exec(alone)?.[1];
    expect(digest).toBeDefined();
    expect(after).toContain(`Seed 3: ${digest}`);
  });
});
