import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Monitor } from "../../src/schema/monitor.ts";
import type { PublicPage } from "../../src/schema/public_page.ts";
import { findDatabase } from "../local_database.ts";
import { until } from "../system/start/product.ts";
import { startTarget, type Target } from "../system/target.ts";
import { moveState } from "../upgrade/move_state.ts";
import { closePeople, hasChromium, launch, openPerson, takeFaults } from "./chromium.ts";
import { seeHeading } from "./deeds.ts";
import { makeCall, openAdmin } from "./panel_fixture.ts";
import { type OwnProduct, startOwnProduct } from "./product.ts";

const AWAY = "The database isn't responding.";
const NOTICE = "because the database isn't responding";
const TEN_MINUTES = 600_000;
const LONGEST_MS = 6000;

interface Span {
  state: string;
  from: number;
  to: number | null;
}

describe.skipIf(!hasChromium)("a locked database", () => {
  const stateDir = mkdtempSync(join(tmpdir(), "uptide-locked-"));
  let product: OwnProduct;
  let target: Target;
  let browser: Browser;
  let admin: Page;
  let lock: DatabaseSync | null = null;
  const monitors: Record<string, number> = {};

  beforeAll(async () => {
    [product, target, browser] = await Promise.all([startOwnProduct({ stateDir }), startTarget(), launch()]);
    admin = await openAdmin(browser, product);
    for (const name of ["Shop", "Blog", "Slow"]) await add(name);
    await call("POST", "/notifications/channels", {
      name: "On-call team",
      type: "webhook",
      monitorIds: Object.values(monitors),
      config: { url: `${target.address}/alerts`, signingSecret: "a secret" },
    });
    await call("PUT", "/subscribers/settings", { enabled: true, rssEnabled: true, apiEnabled: true });
    await call("POST", "/incidents", {
      title: "Slow carts",
      status: "resolved",
      impact: "minor",
      monitorIds: [],
      body: "Over.",
    });
    const children = Object.values(monitors).map((id, y) => {
      return { id: `m${id}`, type: "monitor", monitorId: id, grid: { x: 0, y, w: 3, h: 1 } };
    });
    await call("PUT", "/layout", { tree: { id: "root", type: "page", children } });
    await until(async () => Object.values(await readStatuses()).every((status) => status === "up"));
  });

  afterAll(async () => {
    unlock();
    await closePeople();
    await product?.stop();
    await target?.close();
    rmSync(stateDir, { recursive: true, force: true });
    // Requests fail here on purpose.
    takeFaults();
  });

  const call = makeCall(() => admin);

  async function add(name: string): Promise<void> {
    const config = { url: `${target.address}/${name}` };
    const body = { name, type: "https", intervalSecs: 10, timeoutMs: 60_000, config };
    monitors[name] = (await call("POST", "/monitors", body)).id;
  }

  function lockDatabase(): void {
    lock = new DatabaseSync(findDatabase(stateDir), { timeout: 10_000 });
    lock.exec("BEGIN IMMEDIATE");
  }

  function unlock(): void {
    lock?.close();
    lock = null;
  }

  async function read(path: string): Promise<Response> {
    const startedAt = performance.now();
    const response = await fetch(product.address + path);
    expect(performance.now() - startedAt, path).toBeLessThan(LONGEST_MS);
    return response;
  }
  const readText = async (path: string) => await (await read(path)).text();
  const readPage = async () => (await (await read("/api/v1/public/page")).json()) as PublicPage;
  const readStatuses = async () =>
    Object.fromEntries((await readPage()).monitors.map(({ name, status }) => [name, status]));
  const timelineOf = async (name: string) =>
    await call<Span[]>("GET", `/monitors/${monitors[name]}/timeline`);
  const listSent = () => target.posted.map(({ body }) => (JSON.parse(body) as { title: string }).title);

  it("blocks no page, and everything catches up afterwards", async () => {
    const { takenAt } = await readPage();
    await product.stop();
    moveState(stateDir, { byMs: -TEN_MINUTES });
    // Its check never ends, and its last result is ten minutes old.
    target.hanging.add("/Slow");
    const startedAt = Date.now();
    product = await startOwnProduct({ stateDir, port: Number(new URL(product.address).port) });
    for (const [path, heading] of [
      ["/admin/system", "System health"],
      ["/admin", "Dashboard"],
    ] as const) {
      await admin.goto(path);
      await seeHeading(admin, heading);
    }

    // A check after the restart begins the span that the lock interrupts.
    const isCheckedAgain = async (name: string) =>
      (await call<Monitor>("GET", `/monitors/${monitors[name]}`)).lastCheckedAt! >= startedAt;
    await until(async () => (await isCheckedAgain("Shop")) && (await isCheckedAgain("Blog")));

    const lockedAt = Date.now();
    lockDatabase();
    // Nobody has viewed the page since the start.
    const visitor = await openPerson(browser, product.address);
    const first = await visitor.goto("/");
    const html = (await first?.text()) ?? "";
    expect(html).toContain(NOTICE);
    const cold = await readPage();
    expect(cold.fault).toBe("database_away");
    expect(Date.parse(cold.takenAt)).toBeLessThanOrEqual(Date.parse(takenAt));
    expect(html).toContain(`datetime="${cold.takenAt}"`);
    expect(await readStatuses()).toMatchObject({ Slow: "pending" });
    for (const name of ["Shop", "Blog"]) target.failing.add(`/${name}`);
    await expect.poll(readStatuses).toMatchObject({ Shop: "down", Blog: "down", Slow: "pending" });
    await visitor.getByText("Down", { exact: true }).first().waitFor();
    target.failing.delete("/Shop");

    expect(await (await read("/ready")).json()).toEqual({ status: "not_ready", problems: [AWAY] });
    for (const path of ["/admin", "/admin/system", "/admin/monitors"]) {
      await admin.goto(path);
      await admin.getByText(AWAY).first().waitFor();
    }
    for (const path of ["/history.rss", "/history.atom"])
      expect(await readText(path)).toContain("Slow carts");
    await expect.poll(readStatuses).toMatchObject({ Shop: "up", Blog: "down", Slow: "pending" });
    const components = await readText("/api/v1/public/components.json");
    expect(components).toMatch(/"name":"Blog","status":"major_outage"/);
    expect(components).toMatch(/"name":"Shop","status":"operational"/);
    const summary = (await (await read("/api/v1/public/summary.json")).json()) as object;
    expect(summary).toMatchObject({ page: { status: "has_issues" } });
    expect(listSent()).toEqual([]);

    await visitor.getByText(NOTICE).waitFor();

    unlock();
    target.hanging.delete("/Slow");
    const unlockedAt = Date.now();
    await product.passMinute();
    await until(() => listSent().length >= 3);
    await until(async () => (await readPage()).fault === undefined);
    await visitor.getByText(NOTICE).waitFor({ state: "detached" });
    await product.passMinute();
    expect(listSent().toSorted()).toEqual(["Blog is down", "Shop is down", "Shop is up again"]);
    const [shop, blog] = [(await timelineOf("Shop")).slice(-3), (await timelineOf("Blog")).slice(-2)];
    expect(shop.map(({ state }) => state)).toEqual(["up", "down", "up"]);
    expect(blog.map(({ state }) => state)).toEqual(["up", "down"]);
    for (const { from } of [shop[1]!, shop[2]!, blog[1]!]) {
      expect(from).toBeGreaterThanOrEqual(lockedAt);
      expect(from).toBeLessThanOrEqual(unlockedAt);
    }
    await admin.goto("/admin/monitors");
    await admin.getByRole("link", { name: "Blog" }).first().waitFor();
    expect(await admin.getByText(AWAY).count()).toBe(0);
  });
});
