import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readShipped, SHIPPED_VARIABLES } from "../../../scripts/deploy/shipped.ts";
import { ROOT, until } from "../start/product.ts";
import { addMigrated, bindingsOf, platformWith } from "./deployment.ts";
import { TOKEN } from "./platform.ts";

const home = mkdtempSync(join(tmpdir(), "uptide-terminal-"));
/** This tool of util-linux gives a command its own terminal. */
const hasTerminal = process.platform === "linux" && existsSync("/usr/bin/script");

afterAll(() => rmSync(home, { recursive: true, force: true }));

function start(address: string, { isTerminal }: { isTerminal: boolean }) {
  const command = [process.execPath, join(ROOT, "scripts/deploy.ts"), "--wait", "0"];
  const [program = "", ...args] = isTerminal ? ["script", "-qec", command.join(" "), "/dev/null"] : command;
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, TMPDIR: home, CLOUDFLARE_API_BASE_URL: address };
  const child = spawn(program, args, { cwd: ROOT, env: { ...env, CLOUDFLARE_API_TOKEN: TOKEN } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return { child, output: () => output };
}

describe("a deploy from a terminal", () => {
  it.skipIf(!hasTerminal)("asks for the address, and uses the reply", async () => {
    const platform = await platformWith((account) => addMigrated(account, "uptide"));
    const { child, output } = start(platform.address, { isTerminal: true });
    await until(() => output().includes("[https://uptide.acme.workers.dev]: "));
    child.stdin.write("https://status.example.com/\n");
    expect(await once(child, "close")).toEqual([0, null]);
    expect(output()).toContain("Set it up at https://status.example.com/admin/setup");
    expect(bindingsOf(platform.account, "uptide")["PUBLIC_URL"]?.["text"]).toBe("https://status.example.com");
  });

  it("leaves no key behind when it is stopped", async () => {
    const platform = await platformWith((account) => addMigrated(account, "uptide"));
    const { child, output } = start(platform.address, { isTerminal: false });
    const secrets = () =>
      readdirSync(home, { recursive: true })
        .map(String)
        .filter((path) => path.endsWith("secrets.json"));
    await until(() => secrets().some((path) => readFileSync(join(home, path), "utf8").endsWith("}")));
    const [path = ""] = secrets();
    const { SECRET_KEY } = JSON.parse(readFileSync(join(home, path), "utf8")) as { SECRET_KEY: string };
    child.kill("SIGTERM");
    expect(await once(child, "close")).toEqual([1, null]);
    expect(secrets()).toEqual([]);
    expect(output()).toContain("Stopped.");
    expect(output()).not.toContain(SECRET_KEY);
  });
});

describe("wrangler.toml", () => {
  it("contains the variables that a deploy considers unchanged", () => {
    expect(readShipped().vars).toEqual(SHIPPED_VARIABLES);
  });
});
