import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { hasChromium, keepPicture, launch, lookAt, takeFaults } from "./chromium.ts";
import { follow, press, seeHeading } from "./deeds.ts";
import { FULL_LISTS } from "./full_lists.ts";
import { endStories, makeCall, openAdmin } from "./panel_fixture.ts";
import { type OwnProduct, startProduct } from "./product.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NOW = Date.now();

const LISTS = [
  "monitors",
  "channels",
  "incidents",
  "deliveries",
  "actions/runs",
  "subscribers",
  "subscribers/deliveries",
  "audit",
];

/** At noon, so the following hour stays within one day. */
const noonAgo = (days: number) => (Math.floor(NOW / DAY_MS) - days + 0.5) * DAY_MS;

const MONITORS = `
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
  INSERT INTO monitors (key, name, type, interval_secs, timeout_ms, retries, failure_threshold, recovery_threshold,
    config, tags, paused, created_at, updated_at)
  SELECT 'm' || i, 'Service ' || substr('000' || i, -4), 'https', 60, 10000, 1, 1, 1, '{}', '[]', 1, 0, 0 FROM n`;
const HISTORY = `
  INSERT INTO monitor_history (monitor_id, from_at, to_at, state, message)
  SELECT id, ${noonAgo(100)}, CASE name WHEN 'Service 0001' THEN ${noonAgo(40)} ELSE ${NOW} END, 'up', '' FROM monitors
  WHERE name <> 'Service 0003'`;
const OUTAGES = (
  [
    [noonAgo(40), noonAgo(40) + HOUR_MS, "down"],
    [noonAgo(40) + HOUR_MS, noonAgo(3), "up"],
    [noonAgo(3), noonAgo(3) + HOUR_MS, "down"],
    [noonAgo(3) + HOUR_MS, NOW, "up"],
  ] as const
).map(
  ([from, to, state]) =>
    `INSERT INTO monitor_history SELECT id, ${from}, ${to}, '${state}', '' FROM monitors WHERE name = 'Service 0001'`,
);

describe.skipIf(!hasChromium)("reports in the panel, in Chromium", () => {
  let product: OwnProduct;
  let browser: Browser;
  let admin: Page;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launch()]);
    admin = await openAdmin(browser, product);
  });

  endStories(() => product);

  const rows = () => admin.locator("tbody tr");
  const row = (name: string) => rows().filter({ hasText: name });

  it("link from an empty report to the first monitor", async () => {
    await follow(admin, "Reports");
    await seeHeading(admin, "Reports");
    await admin.getByText("Nothing to report yet").waitFor();
    expect(await admin.getByRole("link", { name: "Add monitor" }).getAttribute("href")).toBe(
      "/admin/monitors/new",
    );
  });

  it("list a thousand monitors, with sorting and search in the address", async () => {
    await product.store(MONITORS);
    await product.store(HISTORY);
    for (const outage of OUTAGES) await product.store(outage);
    await admin.goto("/admin/reports?period=days90");
    await row("Service 0025").waitFor();
    expect(await rows().count()).toBe(25);
    await press(admin, "Outages");
    await press(admin, "Outages");
    await expect.poll(() => rows().first().innerText()).toContain("Service 0001");
    expect(new URL(admin.url()).searchParams.get("sort")).toBe("-outages");
    expect(await admin.getByRole("columnheader", { name: "Outages" }).getAttribute("aria-sort")).toBe(
      "descending",
    );
    await press(admin, "Next");
    await expect.poll(() => rows().first().innerText()).toContain("Service 0026");
    const sort = admin.getByLabel("Sort by");
    await sort.focus();
    await sort.selectOption({ index: 1 });
    await expect.poll(() => new URL(admin.url()).searchParams.get("page")).toBeNull();
    expect(await sort.evaluate((field) => field === document.activeElement)).toBe(true);
    await admin.getByLabel("Search").fill("service 000");
    await expect.poll(() => rows().count()).toBe(9);
  });

  it("show each monitor's downtime by day", async () => {
    const first = row("Service 0001");
    await expect.poll(() => first.innerText()).toMatch(/2\sh\s+2\s+1\sh/);
    const bars = first.getByRole("img");
    expect(await bars.getAttribute("aria-label")).toBe("88 days on target, 2 below it, 0 without data");
    expect(await row("Service 0003").innerText()).toContain("No data");
    // A row that is drawn anew meanwhile loses its title until the pointer moves.
    const titleAt = async (x: number) => {
      await bars.hover({ position: { x, y: 5 } });
      return await bars.locator("..").getAttribute("title");
    };
    await expect
      .poll(async () => (await titleAt(3)) && (await titleAt(2)))
      .toMatch(/^\d{4}-\d\d-\d\d: 100\.00%$/);
    await lookAt(admin, "reports");
  });

  it("show the rest of an error budget or when it was used up, and remember the target", async () => {
    const first = row("Service 0001");
    expect(await first.innerText()).toMatch(/\d\smin.*left\s+of\s2\sh/);
    const target = admin.getByLabel("Target for Service 0001, in percent");
    await target.fill("99,99");
    await target.press("Enter");
    await first.getByText(/^Used up on \w{3} \d{1,2}, \d{4}$/).waitFor();
    await admin.reload();
    await first.getByText(/over/).waitFor();
    expect(await target.inputValue()).toBe("99.99");
    await target.fill("a lot");
    await target.press("Enter");
    expect(await target.inputValue()).toBe("99.99");
  });

  it("accept a custom range, and explain one that is too long", async () => {
    await admin.getByLabel("Period").selectOption("Custom range");
    await admin.getByText("Choose a first and last day").waitFor();
    await admin.getByLabel("From").fill("2024-01-01");
    await admin.getByLabel("To", { exact: true }).fill("2025-12-31");
    await admin.getByText("A report covers at most 366 days").waitFor();
    await lookAt(admin, "reports-refused");
    await admin.getByLabel("From").fill("2025-01-01");
    await expect.poll(() => row("Service 0001").innerText()).toContain("No data");
    takeFaults();
  });

  it("can be downloaded, and printed without the panel", async () => {
    await admin.goto("/admin/reports?period=days90");
    await row("Service 0001").getByRole("img").waitFor();
    const download = admin.waitForEvent("download");
    await press(admin, "Download CSV");
    const lines = (await readFile(await (await download).path(), "utf8")).split("\r\n");
    expect(lines).toHaveLength(1002);
    expect(lines[1]).toMatch(/^\d+,Service 0001,99\.\d+,/);
    await admin.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await admin.getByRole("navigation", { name: "Pages" }).isVisible()).toBe(true);
    expect(await admin.getByRole("link", { name: "Monitors", exact: true }).isVisible()).toBe(false);
    expect(await admin.getByRole("button", { name: "Print" }).isVisible()).toBe(false);
    const ground = await admin.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    expect(ground).toBe("light");
    await keepPicture(admin, "reports-print");
    await admin.emulateMedia({ media: "screen", colorScheme: "light" });
  });

  it("fit twenty rows of every list on a laptop", async () => {
    const call = makeCall(() => admin);
    const hook = { name: "Hook", type: "webhook", config: { url: "https://hooks.example.com/alerts" } };
    await call("POST", "/notifications/channels", hook);
    await admin.goto("about:blank");
    for (const sql of FULL_LISTS) await product.store(sql);
    await admin.setViewportSize({ width: 1360, height: 768 });
    const seen: Record<string, number> = {};
    for (const list of LISTS) {
      await admin.goto(`/admin/${list}`);
      await expect.poll(() => rows().count()).toBeGreaterThanOrEqual(20);
      seen[list] = await admin.evaluate(
        () =>
          [...document.querySelectorAll("tbody tr")]
            .map((one) => one.getBoundingClientRect())
            .filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight).length,
      );
      await keepPicture(admin, `full-${list.replaceAll("/", "-")}`);
      const cut = await admin.evaluate(() =>
        [...document.querySelectorAll(".table__main > *")]
          .filter((one) => {
            const { width, right } = one.getBoundingClientRect();
            return width > 0 && right > one.parentElement!.getBoundingClientRect().right + 1;
          })
          .map((one) => one.textContent),
      );
      expect(cut, list).toEqual([]);
      const unnamed = rows().locator("td:last-child button:not([aria-label])").filter({ hasNotText: ": " });
      expect(await unnamed.filter({ hasNot: admin.locator("time") }).allInnerTexts(), list).toEqual([]);
    }
    expect(Object.entries(seen).filter(([, count]) => count < 20)).toEqual([]);
  });

  it("keep a long title beside the link back, and below it on a phone", async () => {
    await admin.goto("/admin/incidents/1");
    const title = admin.getByRole("heading", { level: 1 });
    await title.filter({ hasText: "Payments by card" }).waitFor();
    const back = admin.locator(".page-header__back");
    await admin.setViewportSize({ width: 390, height: 768 });
    const below = await Promise.all([back.boundingBox(), title.boundingBox()]);
    expect(below[1]).toMatchObject({ x: below[0]!.x });
    expect(below[1]!.y).toBeGreaterThan(below[0]!.y + below[0]!.height - 1);
    expect(below[1]!.width).toBeGreaterThan(340);
    await admin.setViewportSize({ width: 1280, height: 768 });
    const beside = await Promise.all([back.boundingBox(), title.boundingBox()]);
    expect(beside[1]!.x).toBeGreaterThan(beside[0]!.x + beside[0]!.width);
  });

  it("show a delivery's error whole in a higher window", async () => {
    await admin.setViewportSize({ width: 1280, height: 900 });
    await admin.goto("/admin/deliveries");
    const errors = admin.locator(".delivery__error:not(:empty)");
    await errors.first().waitFor();
    const cut = await errors.evaluateAll(
      (all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
    );
    expect(cut).toBe(0);
  });

  it("show the worst first in a paged list, and remember another order", async () => {
    await admin.goto("/admin/deliveries");
    const states = async () => (await rows().allInnerTexts()).map((text) => text.includes("Failed"));
    await expect.poll(states).toEqual([...Array(10).fill(true), ...Array(15).fill(false)]);
    await admin.getByLabel("Sort by").selectOption("Newest first");
    await admin.waitForURL("**/admin/deliveries?sort=newest");
    await expect.poll(states).toEqual(Array.from({ length: 25 }, (_, i) => i % 3 === 0));
    await follow(admin, "Dashboard");
    await seeHeading(admin, "Dashboard");
    await admin.goto("/admin/deliveries");
    await expect.poll(states).toEqual(Array.from({ length: 25 }, (_, i) => i % 3 === 0));
    expect(await admin.getByLabel("Sort by").inputValue()).toBe("newest");
  });
});
