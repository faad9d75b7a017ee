import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

async function simulate(...options: string[]): Promise<string> {
  const script = join(ROOT, "scripts/simulate.ts");
  const args = ["--disable-warning=ExperimentalWarning", script, ...options];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT }).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

describe("the simulation", { timeout: 240_000 }, () => {
  it("finds that all is as the specification says, whatever fails on the way", async () => {
    const said = await simulate("--seeds", "1..20");

    expect(said).toMatch(/^20 seeds in .*, 0 with findings\.\n$/);
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
