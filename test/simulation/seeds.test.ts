import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

/** Twelve that simulate few checks. */
const QUICK = "1,4..6,8,9,12..14,16,20,23";

/** Each detects a removed safeguard: see docs/developers/simulation.md. */
const FOUND = [22, 26, 30, 49, 50, 57, 110, 270];

/** The same for the static copy, which doesn't depend on the size of the rest. */
const FOUND_IN_COPY = [55, 87, 91, 103];

const ROOT = resolve(import.meta.dirname, "../..");

async function run(options: readonly string[]): Promise<{ stdout: string }> {
  const script = join(ROOT, "scripts/simulate.ts");
  const args = ["--disable-warning=ExperimentalWarning", script, ...options];
  return await promisify(execFile)(process.execPath, args, { cwd: ROOT });
}

async function simulate(...options: string[]): Promise<string> {
  const { stdout } = await run(options).catch((error: { stdout: string }) => error);
  return stdout;
}

/** One process for all seeds, because each costs a second to start. */
const each = simulate("--each", "--seeds", [QUICK, ...FOUND].join());

const copies = simulate("--monitors", "1", "--days", "0.01", "--seeds", FOUND_IN_COPY.join());

describe("the simulation", { timeout: 240_000 }, () => {
  it("finds nothing in twenty seeds, among them those that detect a removed safeguard", async () => {
    expect(await each).toMatch(new RegExp(`^${12 + FOUND.length} seeds in .*, 0 with findings\\.$`, "m"));
  });

  it("finds nothing in the seeds that detect a removed safeguard of the static copy", async () => {
    expect(await copies).toMatch(
      new RegExp(`^${FOUND_IN_COPY.length} seeds in .*, 0 with findings\\.$`, "m"),
    );
  });

  it("runs a seed the same way alone and after others", async () => {
    const alone = await simulate("--each", "--seed", "12");

    const [line] = /^Seed 12: .*$/m.exec(alone) ?? [];
    expect(line).toBeDefined();
    expect((await each).split("\n")).toContain(line);
  });

  it.each([
    [["--seeds", "17,x"], 'Enter seeds or ranges such as 1..20, not "17,x".'],
    [["--seed", "1", "--days", "two"], '--days needs a number, not "two".'],
    [["--seed", "1", "--faults", "disk_full"], `"disk_full" isn't a kind of fault.`],
  ])("rejects %j instead of running nothing", async (options, sentence) => {
    await expect(run(options)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
  });
});
