import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PanelClient } from "./panel_client.ts";
import { type Product, startProduct, until } from "./start/product.ts";
import { startTarget, type Target } from "./target.ts";

const MONITORS = 40;
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
      intervalSecs: 10,
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
const eventsOf = async (id: number) =>
  (await panel.get<{ state: string }[]>(`/api/v1/admin/monitors/${id}/timeline`)).map(({ state }) => state);

describe("a running product", () => {
  it("checks every monitor against a real server, each in its slot and none twice", async () => {
    await until(async () => (await list()).every(({ currentStatus }) => currentStatus === "up"), 20_000);
    target.hits.clear();
    await until(
      () => target.hits.size === MONITORS && [...target.hits.values()].every((at) => at.length >= 3),
      45_000,
    );
    for (const times of target.hits.values()) {
      const gaps = times.slice(1).map((at, i) => at - times[i]!);
      expect(Math.min(...gaps)).toBeGreaterThan(8_000);
      expect(Math.max(...gaps)).toBeLessThan(12_000);
    }
  });

  it("tells an open panel of a failure within a second of the check", async () => {
    let toldAfterMs = Number.POSITIVE_INFINITY;
    const following = panel.follow("/api/v1/admin/monitors/events", ({ event, data, at }) => {
      if (event === "hello") target.failing.add("/m7");
      if (event !== "check" || data["status"] !== "down") return false;
      toldAfterMs = at - (target.failedAt.get("/m7") ?? 0);
      return true;
    });
    await following;
    expect(toldAfterMs).toBeLessThan(1000);
    target.failing.clear();
  });

  it("goes on with everything it knew after it was killed in the middle of ticks", async () => {
    target.failing.add("/m3");
    const m3 = (await list()).find(({ name }) => name === "m3")!;
    await until(async () => (await eventsOf(m3.id)).at(-1) === "down", 20_000);
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
    await until(() => target.hits.size === MONITORS, 25_000);
    target.failing.clear();
    await until(async () => (await eventsOf(m3.id)).at(-1) === "up", 20_000);
    expect((await eventsOf(m3.id)).filter((state) => state === "down")).toHaveLength(1);
  });
});
