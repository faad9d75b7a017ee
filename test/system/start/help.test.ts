import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./product.ts";

it("names its variables with --help, and starts nothing", () => {
  const parent = mkdtempSync(join(tmpdir(), "uptide-"));
  const stateDir = join(parent, "state");
  const env = { ...process.env, STATE_DIR: stateDir };
  const output = execFileSync(process.execPath, [join(ROOT, "scripts/run.mjs"), "start", "--help"], { env });
  expect(output.toString()).toContain("PORT=8788 npm start");
  expect(existsSync(stateDir)).toBe(false);
  rmSync(parent, { recursive: true });
});
