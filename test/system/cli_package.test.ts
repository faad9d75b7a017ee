import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Agent, AgentWithToken } from "../../src/schema/agent.ts";
import { PanelClient } from "./panel_client.ts";
import { type Product, ROOT, startProduct, until } from "./start/product.ts";

const SHOP = {
  kind: "Monitor",
  key: "shop",
  name: "Shop",
  type: "https",
  config: { url: "https://shop.example.com/" },
};
const folder = mkdtempSync(join(tmpdir(), "uptide-package-"));
const bin = join(folder, "empty/node_modules/.bin/uptide");
let product: Product;
let panel: PanelClient;
let env: Record<string, string>;

/** Packs the command as for a user without a checkout, and without a registry. */
beforeAll(async () => {
  const options = { cwd: ROOT, env: { PATH: process.env["PATH"] ?? "", HOME: folder } };
  execFileSync(process.execPath, ["scripts/run.mjs", "package"], { ...options, stdio: "pipe" });
  const args = ["pack", "--silent", "--pack-destination", folder, join(ROOT, "dist/package")];
  const file = execFileSync("npm", args, { ...options, encoding: "utf8" }).trim();
  mkdirSync(join(folder, "empty"));
  const install = ["install", "--offline", "--silent", "--no-audit", "--no-fund", join(folder, file)];
  execFileSync("npm", install, { ...options, cwd: join(folder, "empty"), stdio: "pipe" });
  product = await startProduct({ variables: { LOG_LEVEL: "error" } });
  panel = await PanelClient.open(product.address);
  const body = { name: "package", permissions: ["monitors:write", "channels:read"] };
  const { token } = await panel.post<{ token: string }>("/api/v1/admin/api-tokens", body);
  env = { PATH: process.env["PATH"] ?? "", UPTIDE_URL: product.address, UPTIDE_TOKEN: token };
});

afterAll(async () => {
  await product?.stop();
  if (product) rmSync(product.stateDir, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

function run(...args: readonly string[]) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(bin, args, { env, cwd: join(folder, "empty") }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

describe("the package", () => {
  it("has no dependencies", () => {
    const installed = readdirSync(join(folder, "empty/node_modules")).filter((name) => !name.startsWith("."));
    expect(installed).toEqual(["uptide"]);
    expect(existsSync(join(folder, "empty/node_modules/uptide/README.md"))).toBe(true);
  });

  it("returns JSON for each command on request, with the same exit codes", async () => {
    const file = join(folder, "uptide.json");
    writeFileSync(file, JSON.stringify(SHOP));
    const json = async (...args: string[]) => {
      const { code, out, err } = await run(...args, "--json");
      return [code, JSON.parse(code === 1 ? err : out)];
    };
    expect(await json("validate", "-f", file)).toMatchObject([0, { dryRun: true, summary: { create: 1 } }]);
    expect(await json("diff", "-f", file)).toMatchObject([
      2,
      { changes: [{ key: "shop", action: "create" }] },
    ]);
    expect(await json("apply", "-f", file)).toMatchObject([0, { dryRun: false, summary: { create: 1 } }]);
    expect(await json("diff", "-f", file)).toMatchObject([0, { summary: { create: 0, update: 0 } }]);
    expect(await json("export", "--kind", "Monitor")).toMatchObject([0, [{ kind: "Monitor", key: "shop" }]]);
    expect(await json("apply", "-f", join(folder, "nowhere"))).toMatchObject([
      1,
      { error: expect.stringContaining("can't be read") },
    ]);
    const gatus = join(folder, "gatus.yaml");
    writeFileSync(gatus, "endpoints: [{ name: shop, url: 'https://shop.example.com' }]");
    expect(await json("import", "gatus", gatus)).toMatchObject([
      0,
      { documents: [{ key: "shop" }], notes: [] },
    ]);
  });

  it("completes commands, options and services in bash", async () => {
    const { out } = await run("completion", "bash");
    const complete = (line: string) => {
      const words = line.split(" ");
      const script = `${out}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}) COMP_CWORD=${words.length - 1}
_uptide; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return execFileSync("bash", ["--norc", "-c", script], { encoding: "utf8", cwd: folder })
        .trim()
        .split("\n");
    };
    expect(complete("uptide ex")).toEqual(["export"]);
    expect(complete("uptide diff --k")).toEqual(["--kind"]);
    expect(complete("uptide import stat")).toEqual(["statuspage"]);
    for (const shell of ["zsh", "fish"]) expect((await run("completion", shell)).out).toContain("uptide");
    expect(await run("completion", "tcsh")).toMatchObject({
      code: 1,
      err: expect.stringContaining("bash, zsh or fish"),
    });
  });

  it("runs an agent", async () => {
    const { token } = await panel.post<AgentWithToken>("/api/v1/admin/agents", { name: "Office" });
    const agent = spawn(bin, ["agent"], { env: { ...env, UPTIDE_AGENT_TOKEN: token }, stdio: "ignore" });
    await until(async () => (await panel.get<Agent>("/api/v1/admin/agents/office")).status === "online");
    agent.kill("SIGTERM");
    expect((await once(agent, "exit"))[0]).toBe(0);
  });
});
