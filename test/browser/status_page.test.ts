import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { renderDocument } from "../../dist/status/render.js";
import type { PublicPage } from "../../src/schema/public_page.ts";
import {
  brandedPage,
  fullPage,
  iso,
  largePage,
  longPage,
  makePage,
  NOW,
  OPEN_INCIDENT,
  polishPage,
  smallPage,
  troubledPage,
} from "../page/fixtures.ts";
import { ROOT } from "../system/start/product.ts";
import {
  closePeople,
  drawnWhole,
  findOverflow,
  hasChromium,
  keepPicture,
  launch,
  readText,
} from "./chromium.ts";
import { findNewViolations, findViolations } from "./examine.ts";
import { type StatusServer, startStatusServer } from "./status_server.ts";

const WIDTHS = [320, 390, 768, 1280, 1920] as const;

interface Look {
  name: string;
  page: () => PublicPage;
  path?: string;
  isStale?: boolean;
}

const LOOKS: readonly Look[] = [
  { name: "all_up", page: smallPage },
  { name: "trouble", page: troubledPage },
  { name: "large", page: largePage },
  { name: "empty", page: () => makePage([]) },
  { name: "branded", page: brandedPage },
  { name: "bars_60", page: () => longPage(60) },
  { name: "bars_90", page: () => longPage(90) },
  { name: "polish", page: polishPage },
  { name: "stale", page: smallPage, isStale: true },
  { name: "incident", page: troubledPage, path: "/incidents/101" },
  { name: "maintenance", page: troubledPage, path: "/maintenance/5" },
  { name: "history", page: troubledPage, path: "/history" },
  { name: "missing", page: troubledPage, path: "/nothing" },
];

describe.skipIf(!hasChromium)("the public page, in Chromium", () => {
  let browser: Browser;
  let server: StatusServer;
  const faults: string[] = [];

  beforeAll(async () => {
    [browser, server] = await Promise.all([launch(), startStatusServer(smallPage())]);
  });

  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await closePeople();
    await server?.stop();
  });

  async function open(path = "/", options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      baseURL: server.address,
      viewport: { width: 1280, height: 860 },
      timezoneId: "Europe/Warsaw",
      ...options,
    });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => {
      const isExpected = /404|401|429|ERR_/.test(message.text());
      if (message.type() === "error" && !isExpected) faults.push(message.text());
    });
    await page.goto(path);
    return page;
  }

  function show(page: PublicPage, isStale = false): void {
    const calm = { asked: [], askedAfter: [], streamStatus: 200, state: "here" };
    Object.assign(server, { page, isStale, ...calm });
  }

  async function isAlive(page: Page): Promise<void> {
    await page.locator("footer").getByText("Europe/Warsaw").waitFor();
  }

  describe.each(LOOKS)("$name", ({ name, page: make, path = "/", isStale }) => {
    let alive: Page;

    // Who looks in the light and in the dark looks at the same page.
    beforeAll(async () => {
      show(make(), isStale);
      alive = await open(path, { reducedMotion: "reduce" });
      await isAlive(alive);
    });

    afterAll(async () => {
      await alive?.context().close();
    });

    it("is complete without JavaScript", async () => {
      const bare = await open(path, { javaScriptEnabled: false });
      await Promise.all([drawnWhole(bare), drawnWhole(alive)]);
      const [before, after] = await Promise.all([wordsOf(bare), wordsOf(alive)]);
      expect(before).toEqual(after);
      expect(before.length).toBeGreaterThan(3);
      await bare.context().close();
    });

    it.each(["light", "dark"] as const)("has no barrier and fits every width, %s", async (colorScheme) => {
      await alive.emulateMedia({ colorScheme });
      const problems: string[] = [];
      for (const width of WIDTHS) {
        await alive.setViewportSize({ width, height: 900 });
        problems.push(...(await findOverflow(alive)).map((problem) => `${width}: ${problem}`));
        if (width === 390 || width === 1280) {
          const look = { theme: colorScheme, width, isFirst: colorScheme === "light" };
          problems.push(...(await findNewViolations(alive, look)).map((problem) => `${width}: ${problem}`));
          await keepPicture(alive, `page_${name}-${colorScheme}-${width}`);
          if (colorScheme === "light") problems.push(...(await findLate(alive, width)));
        }
      }
      expect(problems).toEqual([]);
    });
  });

  it("breaks words that are longer than a line, and stays as wide as the screen", async () => {
    const word = "payments_api_production_".repeat(8);
    const page = troubledPage();
    const named = <T extends object>(things: T[]) => things.map((thing) => ({ ...thing, name: word }));
    show({
      ...page,
      monitors: named(page.monitors).map((monitor) => ({ ...monitor, description: word })),
      incidents: page.incidents.map((incident) => ({
        ...incident,
        title: word,
        components: named(incident.components),
      })),
      maintenances: named(page.maintenances).map((window) => ({
        ...window,
        components: named(window.components),
      })),
    });
    const visitor = await open("/", { reducedMotion: "reduce" });
    await drawnWhole(visitor);
    for (const width of [320, 1280]) {
      await visitor.setViewportSize({ width, height: 900 });
      expect(await findOverflow(visitor)).toEqual([]);
    }
    await keepPicture(visitor, "page_long_words");
    await visitor.context().close();
  });

  it("shows states, days, numbers of charts and incidents without JavaScript, and no dead button", async () => {
    show(troubledPage());
    const page = await open("/", { javaScriptEnabled: false });
    const card = page.locator('[data-monitor="2"]');
    // The text of a card that no frame has shown yet is empty: what is out of sight is not laid out.
    await card.locator(".state-text").getByText("Down", { exact: true }).waitFor();
    const bar = page.locator('[data-monitor="3"] .bar');
    expect(await bar.locator("path").count()).toBe(5);
    expect(await bar.getAttribute("title")).toMatch(/Oct \d+ · Partial outage · 97.12% · Slow sign-in/);
    expect(
      await page.getByRole("img", { name: /^Checkout, Last 30 days: .*Degraded · 99.34%/ }).count(),
    ).toBe(1);
    await page.getByText("Numbers").first().click();
    expect(await page.locator("table").first().getByRole("row").count()).toBe(31);
    expect(await page.locator("button:visible").count()).toBe(0);
    await page.locator(".group-head").click();
    expect(await card.isVisible()).toBe(false);
    await page.context().close();
  });

  it("changes a card by the event alone, and the headline, the tab and the icon with it", async () => {
    show(smallPage());
    const page = await open();
    await isAlive(page);
    await expect.poll(() => server.streams()).toBe(1);
    const icon = await page.locator('link[rel="icon"]').getAttribute("href");
    const card = page.locator('[data-monitor="2"]');
    server.asked.length = 0;
    server.send({
      event: "monitor.status",
      data: { monitorId: 2, status: "down", responseMs: null, checkedAt: iso(NOW + 1000) },
    });
    await card.locator(".state-text").getByText("Down").waitFor();
    expect(server.asked).toEqual([]);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Partial outage");
    expect(await page.title()).toBe("● 1 problem – Northwind");
    expect(await page.locator('link[rel="icon"]').getAttribute("href")).not.toBe(icon);
    await page.context().close();
  });

  it("brings uptime, time and headline with a status, not older than what the stream told", async () => {
    show(smallPage());
    const page = await open();
    await isAlive(page);
    await expect.poll(() => server.streams()).toBe(1);
    const after = smallPage({ version: "v2", takenAt: iso(NOW + 120_000) });
    after.overall = { status: "major_outage", incidents: 1 };
    after.monitors = after.monitors.map((monitor) => {
      if (monitor.id !== 2) return monitor;
      return { ...monitor, status: "down", uptime: { ...monitor.uptime, percent: 91.42 } };
    });
    server.page = after;
    const data = { monitorId: 2, status: "down", responseMs: null, checkedAt: iso(NOW + 1000) };
    server.send({ event: "monitor.status", data });
    await page.locator('[data-monitor="2"]').getByText("91.42%").waitFor();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Major outage");
    expect(await page.locator(".svc-status-banner time").first().getAttribute("datetime")).toBe(
      after.takenAt,
    );
    expect(server.askedAfter).toEqual([String(server.lastId())]);
    await page.context().close();
  });

  it("says since when it can't tell, greys what it knew, and asks less and less often", async () => {
    show(smallPage());
    const page = await open("/", { reducedMotion: "reduce" });
    await isAlive(page);
    await expect.poll(() => server.streams()).toBe(1);
    await page.clock.install();
    const pass = await followFetches(page);
    server.state = "gone";
    server.dropStreams();
    server.asked = [];
    const tries = () => server.asked.filter((path) => path.endsWith("/events")).length;
    await page.clock.runFor(2500);
    await expect.poll(tries).toBeGreaterThan(0);
    await page.getByRole("status").filter({ hasText: "Reconnecting…" }).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("All systems operational");
    await keepPicture(page, "page_reconnecting");
    expect(await findViolations(page)).toEqual([]);
    server.state = "here";
    await pass(6000);
    await expect.poll(() => server.streams()).toBe(1);
    await pass(2000);
    await page.locator(".stale").waitFor({ state: "detached" });
    server.state = "gone";
    server.dropStreams();
    await page.clock.runFor(2500);
    await page.getByRole("status").filter({ hasText: "Reconnecting…" }).waitFor();
    await pass(30_000);
    await page.getByRole("heading", { level: 1 }).getByText("Current status unknown").waitFor();
    expect(await page.locator(".stale").innerText()).toMatch(/no answer since .*\d\d:\d\d/);
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
    server.asked = [];
    for (let minute = 0; minute < 10; minute++) await pass(60_000);
    expect(tries()).toBeGreaterThan(4);
    expect(tries()).toBeLessThan(30);
    server.state = "here";
    await pass(60_000);
    await page.getByRole("heading", { level: 1 }).getByText("All systems operational").waitFor();
    expect(await page.locator(".stale").count()).toBe(0);
    await page.context().close();
  });

  it("asks now and then where streams are refused, and goes on claiming what it was told", async () => {
    show(smallPage());
    server.streamStatus = 429;
    const page = await open();
    await page.clock.install();
    server.asked = [];
    await page.reload();
    const pass = await followFetches(page);
    const polls = () => server.asked.filter((path) => path === "/").length;
    await page.clock.runFor(1500);
    await expect.poll(polls).toBeGreaterThan(1);
    server.page = troubledPage({ version: "v5", takenAt: iso(NOW + 60_000) });
    for (let n = 0; n < 4; n++) await pass(15_000);
    await page.getByRole("heading", { level: 1 }).getByText("Partial outage").waitFor();
    expect(await page.locator(".stale").count()).toBe(0);
    await page.context().close();
  });

  it("goes to its sign-in at the first refusal", async () => {
    show(smallPage());
    const page = await open();
    await isAlive(page);
    await expect.poll(() => server.streams()).toBe(1);
    server.asked = [];
    server.state = "private";
    server.dropStreams();
    await expect.poll(() => server.asked.includes("/"), { timeout: 20_000 }).toBe(true);
    const before = server.asked.slice(0, server.asked.indexOf("/"));
    expect(before.filter((path) => path.startsWith("/api/"))).toEqual(["/api/v1/public/events"]);
    await expect.poll(() => server.streams()).toBe(1);
    await isAlive(page);
    await page.context().close();
  });

  it("asks for nothing that it was sent", async () => {
    show(smallPage());
    const page = await open();
    await isAlive(page);
    await expect.poll(() => server.streams()).toBe(1);
    expect(server.asked.filter((path) => !path.startsWith("/assets/")).sort()).toEqual([
      "/",
      "/api/v1/public/events",
    ]);
    expect(server.asked.length).toBeLessThanOrEqual(5);
    await page.context().close();
  });

  it("catches up when the stream tells of another version", async () => {
    show(smallPage());
    const page = await open();
    await expect.poll(() => server.streams()).toBe(1);
    server.page = troubledPage({ version: "v2", takenAt: iso(NOW + 60_000) });
    server.dropStreams();
    await page.getByRole("heading", { level: 1 }).getByText("Partial outage").waitFor();
    await page.getByRole("heading", { name: OPEN_INCIDENT.title }).waitFor();
    await page.locator(".svc-maintenance-banner").first().waitFor();
    await page.context().close();
  });

  it("claims nothing any more when its answers stay old", async () => {
    show(smallPage());
    const page = await open();
    await expect.poll(() => server.streams()).toBe(1);
    server.page = smallPage({ version: "v4", takenAt: iso(NOW - 3_600_000) });
    server.dropStreams();
    await page.getByRole("heading", { level: 1 }).getByText("Current status unknown").waitFor();
    expect(await page.locator('[data-monitor="1"] .state-text').innerText()).toBe("Unknown");
    expect(await page.locator(".stale").innerText()).toContain("14:05");
    await page.context().close();
  });

  it("shows an incident the moment it is told, with its words as Markdown", async () => {
    show(smallPage());
    const page = await open();
    await expect.poll(() => server.streams()).toBe(1);
    const calm = smallPage();
    server.page = smallPage({ incidents: [OPEN_INCIDENT, ...calm.incidents] });
    server.send({ event: "incident.created", data: OPEN_INCIDENT });
    const card = page.locator(".svc-incident-card").first();
    await card.getByText(OPEN_INCIDENT.title).waitFor();
    expect(await card.locator("li").allInnerTexts()).toContain("Europe: back to normal");
    expect(await page.locator(".svc-status-banner a").innerText()).toBe(OPEN_INCIDENT.title);
    await page.context().close();
  });

  it("is the same, element for element, as a page that is opened after all that", async () => {
    show(smallPage());
    const page = await open();
    await isAlive(page);
    await expect.poll(() => server.streams()).toBe(1);
    await page.getByText("Numbers").first().click();
    await page.locator("table").first().waitFor();
    const bar = page.getByRole("slider", { name: "Checkout" });
    await bar.focus();
    await page.keyboard.press("Home");
    await page.locator(".tip.on", { hasText: "Oct 23" }).waitFor();
    server.page = troubledPage({ version: "v2", takenAt: iso(NOW + 60_000) });
    server.send({ event: "maintenance.updated", data: { id: 5 } });
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

  it("says what follows from a status as a page with that status does", async () => {
    show(smallPage());
    const page = await open();
    await isAlive(page);
    await expect.poll(() => server.streams()).toBe(1);
    // The next whole page is a quarter of a second away, and may not be what is compared.
    await page.route("**/?lang=*", () => {});
    const told = [
      { monitorId: 1, status: "degraded", responseMs: 1234 },
      { monitorId: 2, status: "down", responseMs: null },
      { monitorId: 5, status: "pending", responseMs: null },
      { monitorId: 8, status: "down", responseMs: null },
    ] as const;
    for (const status of told)
      server.send({ event: "monitor.status", data: { ...status, checkedAt: iso(NOW + 1000) } });
    await page.locator('[data-monitor="8"] .state-text').getByText("Down").waitFor();
    const monitors = smallPage().monitors.map((monitor) => {
      const { monitorId: _, ...status } = told.find(({ monitorId }) => monitorId === monitor.id) ?? {};
      return { ...monitor, ...status };
    });
    server.page = smallPage({ monitors, overall: { status: "partial_outage", incidents: 0 } });
    const fresh = await open();
    await isAlive(fresh);
    await expect.poll(() => fresh.getByRole("slider").count()).toBe(await page.getByRole("slider").count());
    expect(await drawn(page)).toEqual(await drawn(fresh));
    expect(await page.title()).toBe(await fresh.title());
    await Promise.all([page.context().close(), fresh.context().close()]);
    faults.splice(0);
  });

  it("closes its stream while nobody looks", async () => {
    show(smallPage());
    const page = await open();
    await expect.poll(() => server.streams()).toBe(1);
    const setHidden = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, "hidden", { value, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await setHidden(true);
    await expect.poll(() => server.streams()).toBe(0);
    server.page = troubledPage({ version: "v3", takenAt: iso(NOW + 60_000) });
    await setHidden(false);
    await page.getByRole("heading", { level: 1 }).getByText("Partial outage").waitFor();
    await page.context().close();
  });

  it("reads days and points by the arrow keys, aloud and in sight", async () => {
    show(smallPage());
    const page = await open();
    await isAlive(page);
    const bar = page.getByRole("slider", { name: "Checkout" });
    await bar.focus();
    await page.keyboard.press("End");
    const tip = page.locator(".tip.on");
    await tip.getByText("Today").waitFor();
    expect(await bar.getAttribute("aria-valuetext")).toContain("Today");
    await page.keyboard.press("ArrowLeft");
    expect(await tip.innerText()).toContain("Nov 20");
    await page.keyboard.press("Home");
    expect(await tip.innerText()).toContain("Oct 23");
    await page.keyboard.press("Escape");
    expect(await tip.count()).toBe(0);
    const plot = page.getByRole("slider", { name: "Website, from here" });
    await plot.focus();
    await page.keyboard.press("End");
    expect(await tip.innerText()).toMatch(/\d+ ms/);
    await page.context().close();
  });

  it("reads a day by touch and by hover", async () => {
    show(smallPage());
    const page = await open("/", { hasTouch: true, viewport: { width: 390, height: 800 } });
    await isAlive(page);
    const bar = page.locator('[data-monitor="3"] .bar');
    await bar.scrollIntoViewIfNeeded();
    await bar.tap({ position: { x: 4, y: 8 } });
    expect(await page.locator(".tip.on").innerText()).toContain("Oct 23");
    await page.context().close();
    const wide = await open();
    await isAlive(wide);
    await wide.locator('[data-monitor="3"] .bar').hover({ position: { x: 4, y: 8 } });
    expect(await wide.locator(".tip.on").innerText()).toContain("Oct 23");
    await wide.context().close();
  });

  it("keeps the visitor's choice of light or dark from the first paint on", async () => {
    show(smallPage());
    const page = await open("/", { colorScheme: "light" });
    await isAlive(page);
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await colour()).toBe("rgb(250, 248, 255)");
    await page.getByRole("button", { name: "Light or dark" }).click();
    expect(await colour()).toBe("rgb(12, 16, 29)");
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.reload({ waitUntil: "domcontentloaded" });
    expect(await colour()).toBe("rgb(12, 16, 29)");
    faults.splice(0);
    await page.context().close();
  });

  it("has one theme, its own colours and CSS, and nothing that broke out of it", async () => {
    show(brandedPage());
    const page = await open("/", { colorScheme: "light" });
    await isAlive(page);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      "rgb(11, 31, 26)",
    );
    expect(
      await page.locator('[data-monitor="5"]').evaluate((card) => getComputedStyle(card).borderRadius),
    ).toBe("0px");
    expect(await page.getByRole("button", { name: "Light or dark" }).count()).toBe(0);
    expect(await page.evaluate(() => "broken" in window)).toBe(false);
    await page.context().close();
  });

  it("keeps its menus on the screen of a phone, however wide the logo is", async () => {
    for (const logoText of ["N", "Northwind Traders and Sons", "Northwind"]) {
      const calm = smallPage();
      show(smallPage({ site: { ...calm.site, logoText } }));
      const page = await open("/", { viewport: { width: 360, height: 780 } });
      await isAlive(page);
      await page.locator("summary", { hasText: "English" }).click();
      for (const shown of [page.locator(".menu[open] ul"), page.getByRole("link", { name: "Subscribe" })]) {
        const box = await shown.boundingBox();
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
      }
      await keepPicture(page, `page_menu-${logoText.length}`, { fullPage: false });
      await page.context().close();
    }
  });

  it("keeps a chart's figures with their units, and cuts no card between two sheets of paper", async () => {
    show(troubledPage());
    for (const width of [320, 794, 1280]) {
      const page = await open("/", { viewport: { width, height: 900 } });
      await drawnWhole(page);
      const lines = await page.locator(".svc-chart-card dd").evaluateAll((figures) =>
        figures.map((figure) => {
          const text = document.createRange();
          text.selectNodeContents(figure);
          return text.getClientRects().length;
        }),
      );
      expect(lines, `${width} px wide`).toEqual(Array(6).fill(1));
      expect(await findOverflow(page)).toEqual([]);
      await page.emulateMedia({ media: "print" });
      const cut = await page
        .locator("article, figure")
        .evaluateAll(
          (cards) => cards.filter((card) => getComputedStyle(card).breakInside !== "avoid").length,
        );
      expect(cut).toBe(0);
      await page.context().close();
    }
  });

  it("calls the day that goes on today, wherever it is tomorrow already", async () => {
    // As a page that was read before midnight and drawn after it.
    const page = smallPage({ takenAt: "2026-11-20T23:59:58.000Z" });
    show(page);
    const west = await open("/", { timezoneId: "America/Los_Angeles" });
    await west.locator("footer").getByText("Los_Angeles").waitFor();
    await west.getByRole("slider", { name: "Checkout" }).focus();
    await west.keyboard.press("End");
    const tip = west.locator(".tip.on");
    await tip.getByText("Today").waitFor();
    expect(await tip.innerText()).not.toContain("Nov 21");
    await west.keyboard.press("ArrowLeft");
    expect(await tip.innerText()).toContain("Nov 20, UTC");
    await west.context().close();
  });

  it("has no footer when nothing stands in it", async () => {
    const { site } = smallPage();
    const off = { ...site, showFooter: 0 as const, showProjectLink: 0 as const };
    show(smallPage({ site: off }));
    const page = await open();
    await page.locator(".svc-monitor-card").first().waitFor();
    expect(await page.locator("footer").count()).toBe(0);
    show(
      smallPage({ site: { ...off, footerLinks: [{ label: "Support", url: "mailto:help@example.com" }] } }),
    );
    await page.reload();
    const link = page.locator("footer").getByRole("link", { name: "Support" });
    expect(await link.getAttribute("href")).toBe("mailto:help@example.com");
    await page.context().close();
  });

  it("changes the language by a link, and stays in it", async () => {
    show(smallPage());
    const page = await open();
    await isAlive(page);
    await page.locator("summary", { hasText: "English" }).click();
    await page.getByRole("link", { name: "Polski" }).click();
    await page.getByRole("heading", { name: "Wszystko działa" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("pl");
    await page.context().close();
  });

  it("moves nothing while it comes alive", async () => {
    show(largePage());
    const page = await open("/", { viewport: { width: 1280, height: 860 } });
    await isAlive(page);
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
          }).observe({ type: "layout-shift", buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
        }),
    );
    expect(shift).toBeLessThan(0.005);
    await page.context().close();
  });

  it.each([
    { monitors: 50, elements: 900, rawKb: 80, wireKb: 30 },
    { monitors: 1000, elements: 12_000, rawKb: 800, wireKb: 70 },
  ])("stays light with $monitors monitors", async ({ monitors, elements, rawKb, wireKb }) => {
    const shown = fullPage(monitors);
    show(shown);
    const html = renderDocument(shown, { kind: "home" }, { path: "/", origin: server.address });
    const page = await open();
    await isAlive(page);
    const files = [...new Set(server.asked)].filter((path) => path.startsWith("/assets/"));
    const sizeOf = (path: string) => gzipSync(readFileSync(join(ROOT, "dist/web", path))).length;
    const sizes = files.map(sizeOf).reduce((sum, size) => sum + size, 0);
    const scripts = files.filter((path) => path.endsWith(".js"));
    expect(scripts).toHaveLength(1);
    expect(scripts.map(sizeOf)[0]).toBeLessThanOrEqual(8 * 1024);
    expect(html.length).toBeLessThan(rawKb * 1024);
    expect(gzipSync(html).length + sizes).toBeLessThan(wireKb * 1024);
    expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThanOrEqual(elements);
    await page.context().close();
  });
});

/**
 * Lets time go by on the page's clock, and then waits until the page has heard of whatever it asked for. Its clock is
 * the test's, the network's is not: on a busy machine minutes would be over before one refusal has arrived.
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

/** All that there is in the page, tag by tag. */
async function drawn(page: Page): Promise<string[]> {
  return await page.locator("#root").evaluate((root) => root.outerHTML.split(/(?=<)/));
}

/** What waits to be drawn although it is on the first screen. */
async function findLate(page: Page, width: number): Promise<string[]> {
  const late: string[] = [];
  for (const height of [864, 1088]) {
    await page.setViewportSize({ width, height });
    const found = await page.evaluate(() => {
      const whole = new CSSStyleSheet();
      whole.replaceSync(".block,.part{content-visibility:visible!important}");
      document.adoptedStyleSheets = [whole];
      const turns = [...document.querySelectorAll("[class*=turn-]")];
      const waiting = turns.filter((turn) => getComputedStyle(turn).animationName !== "none");
      const shown = waiting.filter((turn) => turn.getBoundingClientRect().top + scrollY < innerHeight);
      document.adoptedStyleSheets = [];
      return shown.map((turn) => turn.className);
    });
    late.push(...found.map((name) => `${width} x ${height}: ${name} waits on the first screen`));
  }
  await page.setViewportSize({ width, height: 900 });
  return late;
}

async function wordsOf(page: Page): Promise<string[]> {
  const text = await readText(page);
  const clockless = text
    .replace(/\d{1,2}:\d\d( (UTC|GMT\+\d|CET))?/g, "")
    .replace(/Times are.*|Godziny.*/g, "");
  return clockless.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word));
}
