import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { iso, NOW, OPEN_INCIDENT, smallPage, troubledPage } from "../page/fixtures.ts";
import { hasChromium, keepPicture } from "./chromium.ts";
import { findViolations } from "./examine.ts";
import { setHidden } from "./reader.ts";
import { openStatusPages } from "./status_pages.ts";

describe.skipIf(!hasChromium)("the open public page, in Chromium", () => {
  const pages = openStatusPages();
  const { open, show, isAlive } = pages;

  it("updates card, headline, tab title and icon from an event alone", async () => {
    show(smallPage());
    const page = await open();
    await isAlive(page);
    await expect.poll(() => pages.server.streams()).toBe(1);
    const icon = await page.locator('link[rel="icon"]').getAttribute("href");
    const card = page.locator('[data-monitor="2"]');
    pages.server.asked.length = 0;
    pages.server.send({
      event: "monitor.status",
      data: { monitorId: 2, status: "down", responseMs: null, checkedAt: iso(NOW + 1000) },
    });
    await card.locator(".state-text").getByText("Down").waitFor();
    expect(pages.server.asked).toEqual([]);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Partial outage");
    expect(await page.title()).toBe("● 1 problem – Northwind");
    expect(await page.locator('link[rel="icon"]').getAttribute("href")).not.toBe(icon);
    await page.context().close();
  });

  it("reloads uptime, time and headline after an event, never older than the event", async () => {
    show(smallPage());
    const page = await open();
    await isAlive(page);
    await expect.poll(() => pages.server.streams()).toBe(1);
    const after = smallPage({ version: "v2", takenAt: iso(NOW + 120_000) });
    after.overall = { status: "major_outage", incidents: 1 };
    after.monitors = after.monitors.map((monitor) => {
      if (monitor.id !== 2) return monitor;
      return { ...monitor, status: "down", uptime: { ...monitor.uptime, percent: 91.42 } };
    });
    pages.server.page = after;
    const data = { monitorId: 2, status: "down", responseMs: null, checkedAt: iso(NOW + 1000) };
    pages.server.send({ event: "monitor.status", data });
    await page.locator('[data-monitor="2"]').getByText("91.42%").waitFor();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Major outage");
    expect(await page.locator(".svc-status-banner time").first().getAttribute("datetime")).toBe(
      after.takenAt,
    );
    expect(pages.server.askedAfter).toEqual([String(pages.server.lastId())]);
    await page.context().close();
  });

  it("shows since when it is out of date, greys out the last statuses, and retries less and less often", async () => {
    show(smallPage());
    const page = await open("/", { reducedMotion: "reduce" });
    await isAlive(page);
    await expect.poll(() => pages.server.streams()).toBe(1);
    await page.clock.install();
    const pass = await followFetches(page);
    pages.server.state = "gone";
    pages.server.dropStreams();
    pages.server.asked = [];
    const tries = () => pages.server.asked.filter((path) => path.endsWith("/events")).length;
    await page.clock.runFor(2500);
    await expect.poll(tries).toBeGreaterThan(0);
    await page.getByRole("status").filter({ hasText: "Reconnecting…" }).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("All systems operational");
    await keepPicture(page, "page_reconnecting");
    expect(await findViolations(page)).toEqual([]);
    pages.server.state = "here";
    await pass(6000);
    await expect.poll(() => pages.server.streams()).toBe(1);
    await pass(2000);
    await page.locator(".stale").waitFor({ state: "detached" });
    pages.server.state = "gone";
    pages.server.dropStreams();
    await page.clock.runFor(2500);
    await page.getByRole("status").filter({ hasText: "Reconnecting…" }).waitFor();
    await pass(30_000);
    await page.getByRole("heading", { level: 1 }).getByText("Current status unknown").waitFor();
    expect(await page.locator(".stale").innerText()).toMatch(/No connection since .*\d\d:\d\d/);
    expect(await page.locator('[data-monitor="1"] .state-text').innerText()).toBe("Unknown");
    const filter = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).filter);
    expect(await filter(".bar")).toBe("grayscale(1)");
    for (const theme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: theme });
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await keepPicture(page, `page_silent-${theme}-${width}`);
      }
      expect(await findViolations(page)).toEqual([]);
    }
    pages.server.asked = [];
    for (let minute = 0; minute < 10; minute++) await pass(60_000);
    expect(tries()).toBeGreaterThan(4);
    expect(tries()).toBeLessThan(30);
    pages.server.state = "here";
    await pass(60_000);
    await page.getByRole("heading", { level: 1 }).getByText("All systems operational").waitFor();
    expect(await page.locator(".stale").count()).toBe(0);
    await page.context().close();
  });

  it("polls if streams are refused, and keeps showing the last status", async () => {
    show(smallPage());
    pages.server.streamStatus = 429;
    const page = await open();
    await page.clock.install();
    pages.server.asked = [];
    await page.reload();
    const pass = await followFetches(page);
    const polls = () => pages.server.asked.filter((path) => path === "/").length;
    await page.clock.runFor(1500);
    await expect.poll(polls).toBeGreaterThan(1);
    pages.server.page = troubledPage({ version: "v5", takenAt: iso(NOW + 60_000) });
    for (let n = 0; n < 4; n++) await pass(15_000);
    await page.getByRole("heading", { level: 1 }).getByText("Partial outage").waitFor();
    expect(await page.locator(".stale").count()).toBe(0);
    await page.context().close();
  });

  it("goes to the sign-in at the first refusal", async () => {
    show(smallPage());
    const page = await open();
    await isAlive(page);
    await expect.poll(() => pages.server.streams()).toBe(1);
    pages.server.asked = [];
    pages.server.state = "private";
    pages.server.dropStreams();
    await expect.poll(() => pages.server.asked.includes("/"), { timeout: 20_000 }).toBe(true);
    const before = pages.server.asked.slice(0, pages.server.asked.indexOf("/"));
    expect(before.filter((path) => path.startsWith("/api/"))).toEqual(["/api/v1/public/events"]);
    await expect.poll(() => pages.server.streams()).toBe(1);
    await isAlive(page);
    await page.context().close();
  });

  it("requests nothing that it already has", async () => {
    show(smallPage());
    const page = await open();
    await isAlive(page);
    await expect.poll(() => pages.server.streams()).toBe(1);
    expect(pages.server.asked.filter((path) => !path.startsWith("/assets/")).sort()).toEqual([
      "/",
      "/api/v1/public/events",
    ]);
    expect(pages.server.asked.length).toBeLessThanOrEqual(5);
    await page.context().close();
  });

  it("ignores a response that arrives after a newer one", async () => {
    show(smallPage());
    const page = await open();
    await isAlive(page);
    await expect.poll(() => pages.server.streams()).toBe(1);
    const late = Promise.withResolvers<void>();
    let count = 0;
    await page.route(/[?&]after=/, async (route) => {
      const response = await route.fetch({ maxRetries: 2 });
      const body = await response.text();
      if (++count === 1) await late.promise;
      await route.fulfill({ response, body });
    });
    pages.server.send({ event: "incident.updated", data: { ...OPEN_INCIDENT, id: 999 } });
    await expect.poll(() => count).toBe(1);
    const calm = smallPage();
    pages.server.page = smallPage({
      version: "v2",
      takenAt: iso(NOW + 60_000),
      incidents: [OPEN_INCIDENT, ...calm.incidents],
    });
    pages.server.send({ event: "incident.updated", data: { ...OPEN_INCIDENT, id: 998 } });
    const heading = page.getByRole("heading", { name: OPEN_INCIDENT.title });
    await heading.waitFor();
    const lateEnd = page.waitForEvent("requestfinished");
    late.resolve();
    await lateEnd;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(await heading.count()).toBe(1);
    await page.context().close();
  });

  it("catches up when the stream announces another version", async () => {
    show(smallPage());
    const page = await open();
    await expect.poll(() => pages.server.streams()).toBe(1);
    pages.server.page = troubledPage({ version: "v2", takenAt: iso(NOW + 60_000) });
    pages.server.dropStreams();
    await page.getByRole("heading", { level: 1 }).getByText("Partial outage").waitFor();
    await page.getByRole("heading", { name: OPEN_INCIDENT.title }).waitFor();
    await page.locator(".svc-maintenance-banner").first().waitFor();
    await page.context().close();
  });

  it("shows unknown if its responses stay old", async () => {
    show(smallPage());
    const page = await open();
    await expect.poll(() => pages.server.streams()).toBe(1);
    pages.server.page = smallPage({ version: "v4", takenAt: iso(NOW - 3_600_000) });
    pages.server.dropStreams();
    await page.getByRole("heading", { level: 1 }).getByText("Current status unknown").waitFor();
    expect(await page.locator('[data-monitor="1"] .state-text').innerText()).toBe("Unknown");
    expect(await page.locator(".stale").innerText()).toContain("14:05");
    await page.context().close();
  });

  it("shows an incident when it arrives, with its text as Markdown", async () => {
    show(smallPage());
    const page = await open();
    await expect.poll(() => pages.server.streams()).toBe(1);
    const calm = smallPage();
    pages.server.page = smallPage({ incidents: [OPEN_INCIDENT, ...calm.incidents] });
    pages.server.send({ event: "incident.created", data: OPEN_INCIDENT });
    const card = page.locator(".svc-incident-card").first();
    await card.getByText(OPEN_INCIDENT.title).waitFor();
    expect(await card.locator("li").allInnerTexts()).toContain("Europe: back to normal");
    expect(await page.locator(".svc-status-banner a").innerText()).toBe(OPEN_INCIDENT.title);
    await page.context().close();
  });

  it("matches a newly opened page element for element after updates", async () => {
    show(smallPage());
    const page = await open();
    await isAlive(page);
    await expect.poll(() => pages.server.streams()).toBe(1);
    await page.getByText("Numbers").first().click();
    await page.locator("table").first().waitFor();
    const bar = page.getByRole("slider", { name: "Checkout" });
    await bar.focus();
    await page.keyboard.press("Home");
    await page.locator(".tip.on", { hasText: "Oct 23" }).waitFor();
    pages.server.page = troubledPage({ version: "v2", takenAt: iso(NOW + 60_000) });
    pages.server.send({ event: "maintenance.updated", data: { id: 5 } });
    await page.locator(".svc-maintenance-banner").first().waitFor();
    expect(await page.locator(".tip.on").innerText()).toContain("Oct 23");
    expect(await bar.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    const fresh = await open();
    await isAlive(fresh);
    await fresh.getByText("Numbers").first().click();
    await fresh.locator("table").first().waitFor();
    await expect.poll(() => fresh.getByRole("slider").count()).toBe(await page.getByRole("slider").count());
    expect(await drawn(page)).toEqual(await drawn(fresh));
    expect(await page.title()).toBe(await fresh.title());
    await Promise.all([page.context().close(), fresh.context().close()]);
  });

  it("derives the same texts from an event as a newly opened page", async () => {
    show(smallPage());
    const page = await open();
    await isAlive(page);
    await expect.poll(() => pages.server.streams()).toBe(1);
    // The next full reload is a quarter of a second away, and may differ.
    await page.route("**/?lang=*", () => {});
    const sent = [
      { monitorId: 1, status: "degraded", responseMs: 1234 },
      { monitorId: 2, status: "down", responseMs: null },
      { monitorId: 5, status: "pending", responseMs: null },
      { monitorId: 8, status: "down", responseMs: null },
    ] as const;
    for (const status of sent)
      pages.server.send({ event: "monitor.status", data: { ...status, checkedAt: iso(NOW + 1000) } });
    await page.locator('[data-monitor="8"] .state-text').getByText("Down").waitFor();
    const monitors = smallPage().monitors.map((monitor) => {
      const change = sent.find(({ monitorId }) => monitorId === monitor.id);
      if (!change) return monitor;
      const { status, responseMs } = change;
      return { ...monitor, status, responseMs, since: iso(NOW + 1000) };
    });
    pages.server.page = smallPage({ monitors, overall: { status: "partial_outage", incidents: 0 } });
    const fresh = await open();
    await isAlive(fresh);
    await expect.poll(() => fresh.getByRole("slider").count()).toBe(await page.getByRole("slider").count());
    expect(await drawn(page)).toEqual(await drawn(fresh));
    expect(await page.title()).toBe(await fresh.title());
    await Promise.all([page.context().close(), fresh.context().close()]);
    pages.faults.splice(0);
  });

  it("updates a monitor's page, and ignores other monitors", async () => {
    show(smallPage());
    const page = await open("/monitor/2");
    await isAlive(page);
    await expect.poll(() => pages.server.streams()).toBe(1);
    const send = (monitorId: number) =>
      pages.server.send({
        event: "monitor.status",
        data: { monitorId, status: "down", responseMs: null, checkedAt: iso(NOW + 1000) },
      });
    const monitors = smallPage().monitors.map((monitor) => ({ ...monitor, status: "down" as const }));
    pages.server.page = smallPage({ monitors, takenAt: iso(NOW + 2000) });
    const shown = page.locator("article.monitor .facts strong");
    const reads = () => pages.server.asked.filter((path) => path.startsWith("/monitor/")).length;
    send(3);
    send(2);
    await shown.getByText("Down").waitFor();
    // One read for the visit and one for its own change.
    expect(reads()).toBe(2);
    await page.context().close();
  });

  it("closes its stream while hidden", async () => {
    show(smallPage());
    const page = await open();
    await expect.poll(() => pages.server.streams()).toBe(1);
    await setHidden(page, true);
    await expect.poll(() => pages.server.streams()).toBe(0);
    pages.server.page = troubledPage({ version: "v3", takenAt: iso(NOW + 60_000) });
    await setHidden(page, false);
    await page.getByRole("heading", { level: 1 }).getByText("Partial outage").waitFor();
    await page.context().close();
  });
});

/**
 * Advances the page's clock and waits for the page's requests. The network runs on real time, so a busy machine could
 * pass minutes before one error arrives.
 */
async function followFetches(page: Page): Promise<(ms: number) => Promise<void>> {
  const asked = await page.evaluateHandle(() => {
    const open = { count: 0 };
    const { fetch } = window;
    window.fetch = async (...request) => {
      open.count++;
      try {
        return await fetch(...request);
      } finally {
        open.count--;
      }
    };
    return open;
  });
  return async (ms) => {
    await page.clock.runFor(ms);
    await expect.poll(() => asked.evaluate(({ count }) => count)).toBe(0);
  };
}

async function drawn(page: Page): Promise<string[]> {
  return await page.locator("#root").evaluate((root) => root.outerHTML.split(/(?=<)/));
}
