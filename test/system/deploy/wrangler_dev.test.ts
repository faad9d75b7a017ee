import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { QUIET_WRANGLER } from "../../../scripts/build.ts";
import { freePort, ROOT, until } from "../start/product.ts";

const folder = mkdtempSync(join(tmpdir(), "uptide-wrangler-dev-"));
const key = join(folder, "key.env");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function startDev(port: number) {
  writeFileSync(key, `SECRET_KEY=${Buffer.alloc(32).toString("base64")}\n`);
  const program = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
  const args = ["dev", "--port", String(port), "--persist-to", folder, "--env-file", key];
  const child = spawn(process.execPath, [program, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...QUIET_WRANGLER },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  await until(() => {
    if (child.exitCode !== null) throw new Error(`wrangler dev ended:\n${output}`);
    return output.includes("Ready on");
  });
  return child;
}

describe("npx wrangler dev", () => {
  it("serves the checked-in configuration: API, page, panel and database", async () => {
    const port = await freePort();
    const dev = await startDev(port);
    try {
      const get = async (path: string) => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`);
        return { status: response.status, text: await response.text() };
      };
      expect(await get("/health")).toEqual({ status: 200, text: '{"status":"ok"}' });
      expect(await get("/")).toEqual({ status: 200, text: expect.stringContaining("<main") });
      expect(await get("/admin/setup")).toEqual({ status: 200, text: expect.stringContaining("<script") });
      const ready = await get("/ready");
      expect(ready).toEqual({ status: 503, text: expect.stringContaining("not set up yet") });
      expect(ready.text).not.toContain("SECRET_KEY");
    } finally {
      const ended = once(dev, "exit");
      dev.kill("SIGTERM");
      await ended;
    }
  });
});
