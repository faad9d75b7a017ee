import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { build } from "../../scripts/build.ts";
import type { Monitor } from "../../src/schema/monitor.ts";
import type { PublicPage } from "../../src/schema/public_page.ts";
import { type OwnProduct, startOwnProduct } from "../browser/product.ts";
import { PanelClient } from "./panel_client.ts";
import { until } from "./start/product.ts";
import { startTarget, type Target } from "./target.ts";

const FULL = "The disk is full, so nothing is saved: free up space.";
const ROOT = "/api/v1/admin";
const disk = mkdtempSync(join(tmpdir(), "uptide-disk-"));
const isMounted = mountSmallDisk();

/** Only root can mount. On CI, a mount that fails as root fails the run. */
function mountSmallDisk(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m", "uptide", disk], { stdio: "pipe" });
    return true;
  } catch (error) {
    if (process.env["CI"] === "true") throw error;
    return false;
  }
}

function fillDisk(): () => void {
  const path = join(disk, "fill");
  const file = openSync(path, "w");
  for (let size = 1024 ** 2; size >= 1; ) {
    try {
      writeSync(file, Buffer.alloc(size));
    } catch {
      size = Math.floor(size / 2);
    }
  }
  let isFull = true;
  return () => {
    if (isFull) closeSync(file);
    isFull = false;
    rmSync(path, { force: true });
  };
}

const name = isMounted ? "a full disk" : "a full disk (needs root and a mount)";
describe.skipIf(!isMounted)(name, () => {
  let product: OwnProduct;
  let target: Target;
  let panel: PanelClient;
  let free = () => {};

  beforeAll(() => build());

  beforeEach(async () => {
    vi.spyOn(console, "error");
    const stateDir = mkdtempSync(join(disk, "state-"));
    [product, target] = await Promise.all([startOwnProduct({ stateDir }), startTarget()]);
    panel = await PanelClient.open(product.address);
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    free();
    await product?.stop();
    await target?.close();
  });

  afterAll(() => {
    execFileSync("umount", ["-l", disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  async function add(name: string, more: object = {}): Promise<Monitor> {
    const config = { url: `${target.address}/${name}` };
    return await panel.post<Monitor>(`${ROOT}/monitors`, {
      name,
      type: "https",
      intervalSecs: 10,
      config,
      ...more,
    });
  }

  const read = async (path: string) => await fetch(product.address + path);
  const readPage = async () => (await (await read("/api/v1/public/page")).json()) as PublicPage;
  const faultOf = async (path: string) => {
    const { status, headers } = await panel.read(path);
    return [status, headers.get("Uptide-Fault")];
  };
  const listSent = () => target.posted.map(({ body }) => (JSON.parse(body) as { title: string }).title);

  it("is reported everywhere, costs only what can't be written, and recovers by itself", async () => {
    const [shop, beat] = [await add("shop"), await add("beat", { type: "webhook", config: {} })];
    await panel.post(`${ROOT}/notifications/channels`, {
      name: "Night shift",
      type: "webhook",
      monitorIds: [shop.id],
      config: { url: `${target.address}/alerts`, signingSecret: "a secret" },
    });
    const children = [shop, beat].map(({ id }, y) => {
      return { id: `m${id}`, type: "monitor", monitorId: id, grid: { x: 0, y, w: 3, h: 1 } };
    });
    await panel.send("PUT", `${ROOT}/layout`, { tree: { id: "root", type: "page", children } });
    const ping = async () => (await fetch(product.address + new URL(beat.heartbeatUrl!).pathname)).status;
    expect(await ping()).toBe(200);
    await until(async () => (await readPage()).monitors.every(({ status }) => status === "up"));
    const { takenAt } = await readPage();
    await faultOf(`${ROOT}/dashboard`);
    await faultOf(`${ROOT}/system-health`);

    free = fillDisk();
    target.failing.add("/shop");
    await until(async () => (await read("/ready")).status === 503);
    expect(await (await read("/ready")).json()).toEqual({ status: "not_ready", problems: [FULL] });
    expect(vi.mocked(console.error).mock.calls.flat()).toContain(FULL);
    expect(await faultOf("/api/v1/auth/session")).toEqual([200, FULL]);
    expect(await faultOf(`${ROOT}/dashboard`)).toEqual([200, FULL]);
    const health = await panel.read(`${ROOT}/system-health`);
    expect(await health.text()).toContain(`"summary":"${FULL}"`);
    for (const [method, path] of [
      ["GET", `${ROOT}/monitors`],
      ["PATCH", `${ROOT}/branding`],
    ] as const) {
      const body = method === "PATCH" ? { siteName: "Another" } : undefined;
      await expect(panel.send(method, path, body)).rejects.toThrow(`503: {"error":"${FULL}"`);
    }
    expect(await ping()).toBe(503);
    await until(async () => (await readPage()).fault === "disk_full");
    const html = await (await read("/")).text();
    expect(html).toContain("because the server's disk is full");
    expect(Date.parse((await readPage()).takenAt)).toBeGreaterThanOrEqual(Date.parse(takenAt));

    free();
    await until(async () => (await read("/ready")).status === 200);
    await until(async () => {
      // Cron revives a watch whose alarm was lost.
      await product.passMinute();
      return listSent().length > 0;
    });
    await product.passMinute();
    expect(listSent()).toEqual(["shop is down"]);
    expect(await ping()).toBe(200);
    await until(async () => (await readPage()).fault === undefined);
    expect(await faultOf(`${ROOT}/monitors`)).toEqual([200, null]);
    const timeline = await panel.get<{ state: string }[]>(`${ROOT}/monitors/${shop.id}/timeline`);
    expect(timeline.map(({ state }) => state)).toEqual(["up", "down"]);
    await panel.send("PATCH", `${ROOT}/branding`, { siteName: "Another" });
  });
});
