import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../eventually.ts";
import { startTarget, type Target } from "../system/target.ts";
import { findOverflow, hasChromium, keepScreen, launch, lookAt } from "./chromium.ts";
import { focused, press, seeHeading, visit } from "./deeds.ts";
import { checkNow, endStories, makeCall, openAdmin } from "./panel_fixture.ts";
import { type OwnProduct, startProduct } from "./product.ts";

const SIZES = [
  { width: 360, height: 740 },
  { width: 1360, height: 860 },
] as const;

describe.skipIf(!hasChromium)("an outage in the panel, in Chromium", () => {
  let product: OwnProduct;
  let browser: Browser;
  let admin: Page;
  let target: Target;
  let shop: { id: number };

  beforeAll(async () => {
    [product, browser, target] = await Promise.all([startProduct(), launch(), startTarget()]);
    admin = await openAdmin(browser, product);
    const fine = await add("Blog", "/blog");
    shop = await add("Shop", "/shop");
    await call("POST", "/notifications/channels", {
      name: "On-call team",
      type: "webhook",
      monitorIds: [shop.id],
      config: { url: `${target.address}/alerts`, headers: { Authorization: "Bearer hush-hush" } },
    });
    await call("POST", "/locales", { code: "pl", name: "Polski" });
    const children = [shop, fine].map(({ id }, y) => {
      return { id: `m${id}`, type: "monitor", monitorId: id, grid: { x: 0, y, w: 3, h: 1 } };
    });
    await call("PUT", "/layout", { tree: { id: "root", type: "page", children } });
    target.failing.add("/shop");
    await checkNow(call, "Shop");
    await eventually(async () => {
      const { items } = await call<{ items: { status: string }[] }>("GET", "/notifications/deliveries");
      expect(items).toMatchObject([{ status: "delivered" }]);
    });
  });

  endStories(() => product);

  afterAll(async () => {
    await target?.close();
  });

  const call = makeCall(() => admin);
  const failing = () => admin.getByRole("region", { name: "Failing now" });

  async function add(name: string, path: string): Promise<{ id: number }> {
    const config = { url: `${target.address}${path}` };
    const made = await call("POST", "/monitors", { name, type: "https", intervalSecs: 86_400, config });
    await checkNow(call, name);
    return made;
  }

  const insertIn = async (scope: Page | Locator) =>
    await scope
      .getByRole("button", { name: /^Insert ?: check message of Shop$/ })
      .first()
      .click();

  async function openDashboard(): Promise<void> {
    await visit(admin, "/admin");
    await failing().getByRole("link", { name: "Shop", exact: true }).waitFor();
  }

  for (const size of SIZES) {
    it(`needs two clicks for an incident and three to resolve it, at ${size.width} px`, async () => {
      let presses = 0;
      const tap = async (locator: Locator) => {
        presses++;
        await locator.click();
      };
      await admin.setViewportSize(size);
      await openDashboard();
      const line = failing().getByRole("listitem").filter({ hasText: "Shop" });
      await line.getByText("Notified: On-call team").waitFor();
      expect(await line.innerText()).toContain("503");
      const box = await line.boundingBox();
      expect(box && box.y + box.height).toBeLessThan(size.height);
      await keepScreen(admin, `outage-dashboard-${size.width}`);

      await tap(failing().getByRole("link", { name: "Report incident", exact: true }));
      await seeHeading(admin, "Report an incident");
      await expect.poll(() => admin.getByLabel("Title", { exact: true }).inputValue()).toContain("Shop");
      await admin.getByRole("button", { name: "Remove Shop" }).waitFor();
      await keepScreen(admin, `outage-incident-new-${size.width}`);
      await tap(admin.getByRole("button", { name: "Publish" }));
      await admin.getByRole("heading", { level: 1, name: "Shop" }).waitFor();
      expect(presses).toBe(2);
      const { items } = await call<{ items: { id: number; monitorIds: number[] }[] }>(
        "GET",
        "/incidents?state=open",
      );
      expect(items).toMatchObject([{ monitorIds: [shop.id] }]);

      await openDashboard();
      await line.getByRole("link", { name: /^Incident: / }).waitFor();
      expect(await failing().getByRole("link", { name: "Report incident", exact: true }).count()).toBe(0);
      await visit(admin, "/admin/incidents");
      await admin.getByRole("button", { name: /^Update/ }).waitFor();
      await keepScreen(admin, `outage-incidents-${size.width}`);
      await tap(admin.getByRole("button", { name: /^Update/ }));
      const dialog = admin.getByRole("dialog");
      await dialog.getByText(/^Latest check of Shop, visible only in the panel: .*503/).waitFor();
      await dialog.getByLabel("Update", { exact: true }).fill("Back to normal.");
      await tap(dialog.getByText("Resolved", { exact: true }));
      await keepScreen(admin, `outage-update-${size.width}`);
      await tap(dialog.getByRole("button", { name: "Post update" }));
      await admin.getByText("Update posted.").waitFor();
      expect(presses).toBe(5);
      for (const { id } of items) await call("DELETE", `/incidents/${id}`);
    });
  }

  it("needs at most ten taps on a phone from the alarm to the published post-mortem", async () => {
    let taps = 0;
    const tap = async (locator: Locator) => {
      taps++;
      await locator.click();
    };
    const button = (name: string | RegExp) => admin.getByRole("button", { name, exact: true });
    await admin.setViewportSize(SIZES[0]);
    await openDashboard();
    await tap(failing().getByRole("button", { name: /^Acknowledge ?: Shop$/ }));
    await failing()
      .getByText(/Acknowledged by /)
      .waitFor();
    await tap(failing().getByRole("link", { name: "Report incident", exact: true }));
    await expect.poll(() => admin.getByLabel("Title", { exact: true }).inputValue()).toContain("Shop");
    await tap(button("Publish"));
    await tap(button("Mark resolved"));
    await tap(admin.getByRole("dialog").getByRole("button", { name: "Mark resolved" }));
    await admin.getByText("Ended", { exact: true }).waitFor();
    const card = admin.getByRole("region", { name: "Post-mortem" });
    await tap(card.getByRole("button", { name: "Write a post-mortem" }));
    await card.getByLabel("Text", { exact: true }).fill("The disk was full.");
    await tap(card.getByText("Published", { exact: true }));
    await tap(card.getByRole("button", { name: "Publish post-mortem" }));
    await admin.getByText("Post-mortem published.").waitFor();
    await keepScreen(admin, "outage-post-mortem-360");
    expect(taps).toBeLessThanOrEqual(10);
    const { items } = await call<{ items: { id: number }[] }>("GET", "/incidents");
    for (const { id } of items) await call("DELETE", `/incidents/${id}`);
    await call("DELETE", `/monitors/${shop.id}/acknowledge`);
  });

  it("shows on the dashboard who acknowledged a failure, after one tap there", async () => {
    await admin.setViewportSize({ width: 360, height: 740 });
    await openDashboard();
    const line = failing().getByRole("listitem").filter({ hasText: "Shop" });
    await line.getByRole("button", { name: "Snooze Shop" }).waitFor();
    await keepScreen(admin, "outage-dashboard-unseen");
    await line.getByRole("button", { name: /^Acknowledge ?: Shop$/ }).click();
    await line.getByText(/Acknowledged by /).waitFor();
    expect(
      await line
        .getByRole("button")
        .filter({ hasText: /Acknowledge|Snooze/ })
        .count(),
    ).toBe(0);
    await keepScreen(admin, "outage-dashboard-seen");
    const { acknowledgement } = await call<{ acknowledgement: { by: string } }>(
      "GET",
      `/monitors/${shop.id}`,
    );
    expect(await line.innerText()).toContain(`Acknowledged by ${acknowledgement.by}`);
    await call("DELETE", `/monitors/${shop.id}/acknowledge`);
  });

  it("shows address, recent checks, cause and notifications on the monitor's page", async () => {
    await admin.setViewportSize({ width: 1280, height: 860 });
    await openDashboard();
    await failing().getByRole("link", { name: "Shop", exact: true }).click();
    await seeHeading(admin, "Shop");
    const address = admin.getByRole("link", { name: `${target.address}/shop` });
    expect(await address.getAttribute("href")).toBe(`${target.address}/shop`);
    const why = admin.getByRole("region", { name: "Failure details" });
    await why.getByText("503").first().waitFor();
    expect(await why.getByRole("listitem").count()).toBeGreaterThan(0);

    const beats = admin.getByRole("toolbar", { name: "Last 50 checks" });
    await expect.poll(() => beats.getByRole("button").count()).toBeGreaterThan(1);
    await beats.getByRole("button").last().focus();
    const said = admin.locator(".beats__told");
    expect(await said.innerText()).toMatch(/Down.*503/);
    await admin.keyboard.press("ArrowLeft");
    await admin.keyboard.press("Home");
    expect(await said.innerText()).toMatch(/: Up, /);
    await beats.getByRole("button").last().hover();
    expect(await said.innerText()).toContain("503");
    const before = await beats.getByRole("button").count();
    await press(admin, "Check now");
    await expect.poll(() => beats.getByRole("button").count()).toBe(before + 1);

    const notified = admin.getByRole("region", { name: "Notified" });
    await notified.getByRole("button", { name: /^Alert: On-call team/ }).click();
    const panel = admin.getByRole("dialog");
    await panel.getByText('"Shop').first().waitFor();
    expect(await panel.innerText()).not.toContain("hush-hush");
    await lookAt(admin, "outage-delivery");
    await admin.keyboard.press("Escape");
    await lookAt(admin, "outage-monitor");
  });

  it("fills in a template in each language of the page, and previews it as visitors see it", async () => {
    await visit(admin, `/admin/incidents/new`);
    await seeHeading(admin, "Report an incident");
    await press(admin, "Shop");
    await admin.getByRole("button", { name: "Remove Shop" }).waitFor();
    await admin.getByLabel("Template", { exact: true }).selectOption({ index: 1 });
    await expect.poll(() => admin.getByLabel("Title", { exact: true }).inputValue()).toContain("Shop");
    expect(await admin.getByLabel("Title in Polish").inputValue()).toContain("Shop");
    const body = () => admin.getByLabel("Text", { exact: true }).inputValue();
    await admin.getByLabel("Critical").check();
    await admin.getByLabel("Started").fill("2026-01-02T03:04");
    await admin.getByLabel("Title in Polish").fill("Shop stoi");
    await admin.getByRole("button", { name: "Remove Shop" }).click();
    await expect.poll(() => admin.getByLabel("Title", { exact: true }).inputValue()).not.toContain("Shop");
    await press(admin, "Shop");
    await expect.poll(() => admin.getByLabel("Title", { exact: true }).inputValue()).toContain("Shop");
    expect(await admin.getByLabel("Critical").isChecked()).toBe(true);
    expect(await admin.getByLabel("Started").inputValue()).toBe("2026-01-02T03:04");
    expect(await admin.getByLabel("Title in Polish").inputValue()).toBe("Shop stoi");
    expect(await body()).toMatch(/which began on \w+ \d+, \d{4} at \d\d:\d\d UTC/);
    expect(await body()).not.toMatch(/ ago|503/);
    await insertIn(admin);
    expect(await body()).toMatch(/Status: Down\. \S.*503/);
    await insertIn(admin.getByRole("tabpanel"));
    expect(await admin.getByLabel("Text in Polish").inputValue()).toMatch(
      /Początek awarii: .* UTC\.[\s\S]*503/,
    );
    await admin.getByLabel("Title", { exact: true }).fill("Orders wait");
    await press(admin, "Preview what visitors will see");
    const preview = admin.frameLocator("iframe");
    await preview
      .getByRole("heading", { name: "Orders wait", includeHidden: true })
      .waitFor({ state: "attached" });
    await admin.getByText("Polish", { exact: true }).last().click();
    await preview.getByRole("heading", { name: /Shop/, includeHidden: true }).waitFor({ state: "attached" });
    await lookAt(admin, "outage-incident-new");
    await press(admin, "Publish");
    await seeHeading(admin, "Orders wait");
    await lookAt(admin, "outage-incident");
    const composer = admin.getByRole("region", { name: "Post an update" });
    await insertIn(composer);
    expect(await composer.getByLabel("Update", { exact: true }).inputValue()).toMatch(/^\S.*503/);
    await composer.getByLabel("Update", { exact: true }).fill("");
    const { items } = await call<{ items: { id: number; locales: object }[] }>(
      "GET",
      "/incidents?state=open",
    );
    expect(items[0]?.locales).toMatchObject({ pl: { title: expect.stringContaining("Shop") } });
    for (const { id } of items) await call("DELETE", `/incidents/${id}`);
  });

  it("can be reported from the dashboard with the keyboard alone", async () => {
    await openDashboard();
    await tabTo("Report incident");
    await admin.keyboard.press("Enter");
    await seeHeading(admin, "Report an incident");
    await expect.poll(() => admin.getByLabel("Title", { exact: true }).inputValue()).toContain("Shop");
    await tabTo("Publish");
    await admin.keyboard.press("Enter");
    await admin.getByRole("heading", { level: 1, name: "Shop" }).waitFor();
    const { items } = await call<{ items: { id: number }[] }>("GET", "/incidents?state=open");
    expect(items).toHaveLength(1);
    for (const { id } of items) await call("DELETE", `/incidents/${id}`);
  });

  async function tabTo(name: string): Promise<void> {
    for (let steps = 0; steps < 120; steps++) {
      await admin.keyboard.press("Tab");
      if ((await focused(admin)).trim() === name) return;
    }
    throw new Error(`Tab never comes to ${name}`);
  }

  it("has hints that stay hidden, and can be shown again", async () => {
    await openDashboard();
    await lookAt(admin, "outage-dashboard");
    await press(admin, "Hide: Turn on two-factor authentication");
    await openDashboard();
    expect(await admin.getByText("is protected by a password only").count()).toBe(0);
    await press(admin, "Show all");
    await admin.getByText("is protected by a password only").waitFor();
  });

  it("shows an exact time on click, and copies it with its zone", async () => {
    await openDashboard();
    const time = failing()
      .getByRole("button")
      .filter({ has: admin.locator("time") })
      .first();
    await time.click();
    const exact = await time.innerText();
    expect(exact).toMatch(/20\d\d.*\d\d:\d\d:\d\d.*(UTC|GMT|[A-Z]{3,4})/);
    expect(await admin.evaluate(() => navigator.clipboard.readText())).toBe(exact);
    await time.click();
    expect(await time.innerText()).toMatch(/ago|now/);
  });

  it("links to an incident with a long title, and fits a phone's screen", async () => {
    const title = "Payments can't be made in shops, and refunds wait, payments_api_production_eu_central_1";
    const body = { title, status: "investigating", impact: "major", monitorIds: [shop.id] };
    const incident = await call<{ id: number }>("POST", "/incidents", body);
    await openDashboard();
    await failing().getByRole("link", { name: title }).waitFor();
    await admin.setViewportSize(SIZES[0]);
    expect(await findOverflow(admin)).toEqual([]);
    await call("DELETE", `/incidents/${incident.id}`);
  });

  it("shows the number of failing monitors in the tab's title and icon, on every page", async () => {
    await admin.goto("/admin/audit");
    await expect.poll(() => admin.title()).toMatch(/^\(1\) Audit log/);
    const icon = () => admin.locator('link[rel="icon"]').getAttribute("href");
    expect(decodeURIComponent((await icon()) ?? "")).toContain(">1</text>");
    target.failing.delete("/shop");
    await checkNow(call, "Shop");
    await expect.poll(() => admin.title()).toMatch(/^Audit log/);
    expect(await icon()).not.toContain("data:");
    target.failing.add("/shop");
    await checkNow(call, "Shop");
    await expect.poll(() => admin.title()).toMatch(/^\(1\) /);
  });

  it("never cuts the reason of a failure or the status of a delivery", async () => {
    for (const width of [1280, 1920]) {
      await admin.setViewportSize({ width, height: 860 });
      await visit(admin, "/admin/monitors");
      const why = admin.locator(".mrow__message").first();
      const head = admin.locator(".mrow--head");
      expect(await head.evaluate((row) => row.scrollHeight - row.clientHeight)).toBe(0);
      expect(await head.getByText("Tags", { exact: true }).isVisible()).toBe(false);
      expect(await why.innerText()).toContain("503");
      expect(await why.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
      await visit(admin, "/admin/deliveries");
      const badge = admin.locator(".table .badge", { hasText: "Delivered" }).first();
      await badge.waitFor();
      const hidden = await badge.evaluate(
        (element) =>
          element.getBoundingClientRect().right - (element.parentElement?.getBoundingClientRect().right ?? 0),
      );
      expect(hidden).toBeLessThan(1);
    }
  });

  it("shows missing check results in text and in the tab's title", async () => {
    await openDashboard();
    await expect.poll(() => admin.title()).toMatch(/^\(1\) /);
    await admin.clock.install();
    await admin.route("**/api/v1/admin/monitors/events", (route) => route.fulfill({ status: 429 }));
    await admin.reload();
    await failing().waitFor();
    await admin.clock.runFor(20_000);
    await admin.getByText("No check results since").waitFor();
    await admin.getByText(/^No live updates since/).waitFor();
    await expect.poll(() => admin.title()).toMatch(/^\(\?\) /);
    await lookAt(admin, "outage-silence");
  });
});
