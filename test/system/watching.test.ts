import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PanelClient } from "./panel_client.ts";
import { type Product, startProduct, until } from "./start/product.ts";
import { startTarget, type Target } from "./target.ts";

const MONITORS = 40;
const INTERVAL_MS = 10_000;
const stateDir = mkdtempSync(join(tmpdir(), "uptide-watching-"));
let target: Target;
let product: Product;
let panel: PanelClient;

interface Row {
  id: number;
  name: string;
  currentStatus: string;
  lastCheckedAt: number | null;
}

beforeAll(async () => {
  target = await startTarget({ delayMs: 20 });
  product = await startProduct({ stateDir });
  panel = await PanelClient.open(product.address);
  for (let n = 0; n < MONITORS; n++) {
    await panel.post("/api/v1/admin/monitors", {
      name: `m${n}`,
      type: "https",
      intervalSecs: INTERVAL_MS / 1000,
      config: { url: `${target.address}/m${n}` },
    });
  }
});

afterAll(async () => {
  await product.stop();
  await target.close();
  rmSync(stateDir, { recursive: true, force: true });
});

const list = () => panel.get<Row[]>("/api/v1/admin/monitors");
const checkNow = async (id: number) =>
  await panel.post<{ status: string }>(`/api/v1/admin/monitors/${id}/check-now`);
const eventsOf = async (id: number) =>
  (await panel.get<{ state: string }[]>(`/api/v1/admin/monitors/${id}/timeline`)).map(({ state }) => state);

describe("a running product", () => {
  it("checks every monitor against a real server, once per slot", async () => {
    await until(async () => (await list()).every(({ currentStatus }) => currentStatus === "up"));
    target.hits.clear();
    await until(
      () => target.hits.size === MONITORS && [...target.hits.values()].every((at) => at.length >= 3),
    );
    for (const times of target.hits.values()) {
      const slots = (times.at(-1)! - times[0]!) / INTERVAL_MS;
      expect(Math.abs(times.length - 1 - slots)).toBeLessThan(1);
    }
  });

  it("notifies an open panel of a failure before the next check", async () => {
    const m7 = (await list()).find(({ name }) => name === "m7")!;
    let before = 0;
    let checks = 0;
    await panel.follow("/api/v1/admin/monitors/events", ({ event, data }) => {
      if (event === "hello") {
        before = target.hits.get("/m7")?.length ?? 0;
        target.failing.add("/m7");
        // The next test needs this monitor down.
        target.failing.add("/m3");
      }
      if (event !== "check" || data["monitorId"] !== m7.id || data["status"] !== "down") return false;
      checks = (target.hits.get("/m7")?.length ?? 0) - before;
      return true;
    });
    expect(checks).toBe(1);
    target.failing.delete("/m7");
  });

  it("continues with its state after it was killed during ticks", async () => {
    const m3 = (await list()).find(({ name }) => name === "m3")!;
    await until(async () => (await eventsOf(m3.id)).at(-1) === "down");
    for (let round = 0; round < 3; round++) {
      process.kill(-product.process.pid!, "SIGKILL");
      product = await startProduct({ stateDir, port: Number(new URL(product.address).port) });
      panel = await PanelClient.open(product.address);
      const rows = await list();
      expect(rows).toHaveLength(MONITORS);
      expect(rows.find(({ id }) => id === m3.id)?.currentStatus).toBe("down");
      expect(rows.every(({ lastCheckedAt }) => lastCheckedAt !== null)).toBe(true);
    }
    target.hits.clear();
    // It is still down, so this check reports nothing. Scheduled checks continue.
    expect(await checkNow(m3.id)).toMatchObject({ status: "down" });
    target.failing.clear();
    await until(() => target.hits.size === MONITORS);
    await until(async () => (await eventsOf(m3.id)).at(-1) === "up");
    expect((await eventsOf(m3.id)).filter((state) => state === "down")).toHaveLength(1);
  });
});
