import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { QUIET_WRANGLER } from "../../../scripts/build.ts";
import { listMigrations } from "../../../scripts/deploy/shipped.ts";
import { ROOT, startProduct } from "./product.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "uptide-migrations-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function wrangler(...args: string[]): string {
  const all = ["d1", "migrations", ...args, "--local", "--persist-to", folder];
  const env = { ...process.env, ...QUIET_WRANGLER, CI: "true" };
  return execFileSync(join(ROOT, "node_modules/.bin/wrangler"), all, { cwd: ROOT, env, encoding: "utf8" });
}

const stateDir = () => join(folder, "v3");

/** An earlier version starts a runtime for each migration. */
function shipFirst(names: readonly string[]): string {
  const migrations = join(folder, "migrations");
  mkdirSync(migrations);
  for (const name of names) copyFileSync(join(ROOT, "migrations", name), join(migrations, name));
  const config = join(folder, "wrangler.json");
  const database = { binding: "DB", database_name: "uptide", migrations_dir: migrations };
  writeFileSync(config, JSON.stringify({ name: "uptide", d1_databases: [database] }));
  return config;
}

async function firstRequest(): Promise<void> {
  const product = await startProduct({ stateDir: stateDir() });
  const status = await (await fetch(`${product.address}/api/v1/setup/status`)).json();
  await product.stop();
  expect(status).toEqual({ required: true, problems: [] });
}

describe("migrations", () => {
  it("applied by wrangler are not applied again by the Worker, which continues after them", async () => {
    const [first = "", second = "", third = ""] = listMigrations();
    const output = wrangler("apply", "uptide", "--config", shipFirst([first, second]));
    expect(output).toContain("0001_access.sql");
    expect(wrangler("list", "uptide")).toContain(third);
    await firstRequest();
    expect(wrangler("list", "uptide")).toContain("No migrations to apply");
  });

  it("applied by the Worker are not applied again by wrangler", async () => {
    await firstRequest();
    expect(wrangler("apply", "uptide")).toContain("No migrations to apply");
  });
});
