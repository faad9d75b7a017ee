import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { beginProduct, freePort, isAlive, type Product, until } from "./product.ts";

let stateDir = "";
let running: Product[] = [];

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), "uptide-state-"));
});

afterEach(async () => {
  for (const product of running.toReversed()) await product.stop();
  running = [];
  rmSync(stateDir, { recursive: true, force: true });
});

async function begin(port?: number) {
  const product = await beginProduct({ stateDir, ...(port && { port }) });
  running.push(product);
  return product;
}

async function start(port?: number): Promise<Product> {
  const product = await begin(port);
  await product.ready;
  return product;
}

async function isServing({ address }: Product): Promise<boolean> {
  return (await fetch(`${address}/health`)).ok;
}

function listReadable(): string[] {
  const all = ["", ...(readdirSync(stateDir, { recursive: true }) as string[])];
  return all.filter((path) => (statSync(join(stateDir, path)).mode & 0o077) !== 0);
}

describe("a state folder", () => {
  it("is private to its owner, even if an earlier version left it open", async () => {
    chmodSync(stateDir, 0o755);
    const first = await start();
    expect((await fetch(`${first.address}/api/v1/setup/status`)).status).toBe(200);
    expect([readdirSync(join(stateDir, "d1")).length > 0, listReadable()]).toEqual([true, []]);
    await first.stop();

    const old = join(stateDir, "d1/miniflare-D1DatabaseObject/old.sqlite");
    writeFileSync(old, "");
    for (const path of [old, join(stateDir, "secret_key")]) chmodSync(path, 0o644);
    for (const path of [stateDir, join(stateDir, "d1")]) chmodSync(path, 0o755);
    mkdirSync(join(stateDir, "r2/empty"), { recursive: true, mode: 0o755 });
    await start();
    expect(listReadable()).toEqual([]);
  });

  it("allows one process at a time: a second start reports it and exits", async () => {
    const first = await start();
    const pids = first.pids();
    const second = await begin();
    await expect(second.ready).rejects.toThrow(
      `STATE_DIR ${stateDir} is in use by process ${pids.start}, which serves port ${new URL(first.address).port}: stop it`,
    );
    expect(first.pids()).toEqual(pids);
    expect([await isServing(first), first.output().includes("workerd has stopped")]).toEqual([true, false]);
  });

  it("is handed over to a process that waits for the previous one to end", async () => {
    const first = await start();
    const second = await begin(Number(new URL(first.address).port));
    await until(() => second.output().includes("waiting 10 s for it to end"));
    first.process.kill("SIGTERM");
    await second.ready;
    expect(await isServing(second)).toBe(true);
  });

  it("needs no cleanup after a process was killed and its runtime left running", async () => {
    const first = await start();
    const { npm, run, start: script, workerd } = first.pids();
    for (const pid of [npm, run, script]) process.kill(pid, "SIGSTOP");
    for (const pid of [run, script, npm]) process.kill(pid, "SIGKILL");
    expect(isAlive(workerd)).toBe(true);

    const second = await start(await freePort());
    await until(() => !isAlive(workerd));
    expect(await isServing(second)).toBe(true);
  });
});
