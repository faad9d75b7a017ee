import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { QUIET_WRANGLER } from "../../../scripts/build.ts";
import { ROOT, startProduct } from "./product.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "uptide-migrations-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function wrangler(...args: string[]): string {
  const all = ["d1", ...args, "--local", "--persist-to", folder];
  const env = { ...process.env, ...QUIET_WRANGLER, CI: "true" };
  return execFileSync(join(ROOT, "node_modules/.bin/wrangler"), all, { cwd: ROOT, env, encoding: "utf8" });
}

/** Where wrangler keeps local state below the folder it is given. */
const stateDir = () => join(folder, "v3");

async function firstRequest(): Promise<void> {
  const product = await startProduct({ stateDir: stateDir() });
  const status = await (await fetch(`${product.address}/api/v1/setup/status`)).json();
  await product.stop();
  expect(status).toEqual({ required: true, problems: [] });
}

describe("migrations", () => {
  it("that wrangler has applied are not applied again by the Worker", async () => {
    expect(wrangler("migrations", "apply", "uptide")).toContain("0001_access.sql");
    await firstRequest();
    expect(wrangler("migrations", "list", "uptide")).toContain("No migrations to apply");
  });

  it("that the Worker has applied are not applied again by wrangler", async () => {
    await firstRequest();
    expect(wrangler("migrations", "apply", "uptide")).toContain("No migrations to apply");
  });
});
