import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PublicPage } from "../../src/schema/public_page.ts";
import {
  brandedPage,
  iso,
  largePage,
  NOW,
  OPEN_INCIDENT,
  smallPage,
  troubledPage,
} from "../page/fixtures.ts";
import { ROOT } from "../system/start/product.ts";
import { NGINX } from "../system/tls_peer.ts";
import {
  closePeople,
  drawnWhole,
  findOverflow,
  hasChromium,
  keepPicture,
  launch,
  readText,
} from "./chromium.ts";
import { type CopyServer, startCopyServer, writeCopy, writeSnapshot } from "./copy_server.ts";
import { findViolations } from "./examine.ts";
import { type StatusServer, startStatusServer } from "./status_server.ts";

const INTERVAL_SECS = 60;
const MINUTE_MS = 60_000;
const FACTS = { banner: true, intervalSecs: INTERVAL_SECS };
const BANNER = "This is a copy of the status page from";
const OLD = "This copy of the status page is from";
const hasNginx = existsSync(NGINX) || process.env["CI"] === "true";

describe.skipIf(!hasChromium || !hasNginx)("the static copy, served by nginx without the product", () => {
  const folder = mkdtempSync(join(tmpdir(), "uptide-copy-files-"));
  let browser: Browser;
  let server: CopyServer;
  let live: StatusServer;
  const faults: string[] = [];
  const asked: string[] = [];

  beforeAll(async () => {
    [browser, server, live] = await Promise.all([
      launch(),
      startCopyServer(folder, { block: "alone" }),
      startStatusServer(smallPage()),
    ]);
  });

  afterEach(() => {
    expect(faults.splice(0)).toEqual([]);
    const elsewhere = asked
      .splice(0)
      .filter((url) => !url.startsWith(server.address) && !url.startsWith("data:"));
    expect(elsewhere).toEqual([]);
  });

  afterAll(async () => {
    await closePeople();
    await Promise.all([server?.stop(), live?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(path = "/", options: BrowserContextOptions & { at?: number } = {}): Promise<Page> {
    const { at = NOW + 5000, ...context } = options;
    const person = await browser.newContext({
      baseURL: server.address,
      ignoreHTTPSErrors: true,
      viewport: { width: 1280, height: 860 },
      timezoneId: "Europe/Warsaw",
      reducedMotion: "reduce",
      ...context,
    });
    person.setDefaultTimeout(30_000);
    const page = await person.newPage();
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => {
      const isExpected = /status of 404/.test(message.text()) && /nothing|404/.test(message.location().url);
      if (message.type() === "error" && !isExpected) faults.push(message.text());
    });
    page.on("request", (request) => asked.push(request.url()));
    if (context.javaScriptEnabled !== false) await page.clock.install({ time: at });
    await page.goto(path);
    return page;
  }

  async function isAlive(page: Page): Promise<void> {
    await page.clock.runFor(100);
    await page.locator("footer").getByText("Europe/Warsaw").waitFor();
    await expect.poll(() => asked.some((url) => url.endsWith("/snapshot.json"))).toBe(true);
  }

  async function wordsOf(page: Page): Promise<string[]> {
    const text = await readText(page);
    const clockless = text.replace(/\d{1,2}:\d\d( (UTC|GMT\+\d|CET))?/g, "").replace(/Times are.*/g, "");
    return clockless.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word));
  }

  it.each([
    { name: "small", make: smallPage },
    { name: "troubled", make: troubledPage },
    { name: "branded", make: brandedPage },
  ])("matches the live page, with a banner and without subscriptions: $name", async ({ make }) => {
    writeCopy(folder, make(), FACTS);
    Object.assign(live, { page: make() });
    const page = await open();
    await isAlive(page);
    await page.getByText(BANNER).waitFor();
    expect(await page.getByText("Subscribe").count()).toBe(0);
    await page.locator(".taken").evaluate((banner) => banner.remove());
    const context = await browser.newContext({ baseURL: live.address, timezoneId: "Europe/Warsaw" });
    const original = await context.newPage();
    await original.goto("/");
    await original.locator("footer").getByText("Europe/Warsaw").waitFor();
    await Promise.all([drawnWhole(page), drawnWhole(original)]);
    const [own, theirs] = await Promise.all([wordsOf(page), wordsOf(original)]);
    expect(own).toEqual(theirs.filter((word) => word !== "Subscribe"));
    expect(own.length).toBeGreaterThan(20);
    for (const property of ["background-color", "color", "font-family"]) {
      const read = (one: Page) =>
        one.evaluate((name) => getComputedStyle(document.body).getPropertyValue(name), property);
      expect([property, await read(page)]).toEqual([property, await read(original)]);
    }
    await Promise.all([page.context().close(), context.close()]);
  });

  it("can be read, navigated and switched to another language without JavaScript", async () => {
    writeCopy(folder, troubledPage(), FACTS);
    const page = await open("/", { javaScriptEnabled: false });
    await page.getByText(BANNER).waitFor();
    await page.getByRole("heading", { name: "Partial outage" }).waitFor();
    await page.locator('[data-monitor="2"] .state-text').getByText("Down", { exact: true }).waitFor();
    expect(await page.locator("button:visible, form").count()).toBe(0);
    await page.getByRole("link", { name: OPEN_INCIDENT.title }).first().click();
    await page.getByRole("heading", { level: 1, name: OPEN_INCIDENT.title }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/incidents/${OPEN_INCIDENT.id}/`);
    await page.locator("summary", { hasText: "English" }).click();
    await page.getByRole("link", { name: "Polski" }).click();
    await page.getByRole("heading", { level: 1, name: "Polski tytuł" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/pl/incidents/${OPEN_INCIDENT.id}/`);
    await page.getByRole("link", { name: "Historia" }).click();
    await page.getByRole("heading", { name: "Historia incydentów" }).waitFor();
    await page.getByRole("link", { name: "Bieżący stan" }).click();
    await page.getByRole("heading", { name: "Częściowa awaria" }).first().waitFor();
    await page.getByText("To jest kopia strony stanu").waitFor();
    await page.context().close();
  });

  it("opens links from emails and feeds, and explains missing pages", async () => {
    writeCopy(folder, troubledPage(), FACTS);
    const page = await open(`/incidents/${OPEN_INCIDENT.id}`);
    await isAlive(page);
    await page.getByRole("heading", { level: 1, name: OPEN_INCIDENT.title }).waitFor();
    await page.goto("/maintenance/5");
    await page.getByRole("link", { name: "Add to a calendar" }).waitFor();
    const missing = await page.goto("/nothing/at/all");
    expect(missing?.status()).toBe(404);
    await page.getByText("Page not found").waitFor();
    await page.getByRole("link", { name: "Current status" }).click();
    await page.getByRole("heading", { name: "Partial outage" }).waitFor();
    await page.context().close();
  });

  it("redirects addresses with a language or a page of the history to their folders", async () => {
    const many = Array.from({ length: 30 }, (_, at) => ({
      ...OPEN_INCIDENT,
      id: 500 - at,
      title: `Trouble ${500 - at}`,
    }));
    writeCopy(folder, smallPage({ incidents: many }), FACTS);
    const page = await open("/history?page=2&lang=pl");
    await page.waitForURL(`${server.address}/pl/history/2/`);
    await page.getByRole("link", { name: "Trouble 471" }).waitFor();
    await page.getByRole("link", { name: "Nowsze" }).click();
    await page.waitForURL(`${server.address}/pl/history/`);
    await page.goto("/?lang=pl");
    await page.waitForURL(`${server.address}/pl/`);
    await page.goto("/?lang=xx");
    await page.getByRole("heading", { name: "All systems operational" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    await page.context().close();
  });

  it("reloads its snapshot each minute, and shows the new contents", async () => {
    writeCopy(folder, smallPage(), FACTS);
    const page = await open("/pl/");
    await isAlive(page);
    await page.getByRole("heading", { name: "Wszystko działa" }).waitFor();
    asked.length = 0;
    writeSnapshot(folder, troubledPage({ takenAt: iso(NOW + MINUTE_MS), layout: smallPage().layout }));
    await page.clock.runFor(MINUTE_MS + 2000);
    await page.getByRole("heading", { name: "Częściowa awaria" }).first().waitFor();
    await page.getByRole("link", { name: "Polski tytuł" }).first().waitFor();
    await page.locator('[data-monitor="2"] .state-text').getByText("Nie działa", { exact: true }).waitFor();
    // The first page loads the code that draws a newer one.
    const isAsset = (url: string) => url.startsWith(`${server.address}/assets/page.`);
    expect(new Set(asked.splice(0).filter((url) => !isAsset(url)))).toEqual(
      new Set([`${server.address}/snapshot.json`]),
    );
    const takenAt = iso(NOW + 2 * MINUTE_MS);
    const polish = { "overall.operational": "Wszystko gra" };
    writeSnapshot(folder, smallPage({ takenAt }), { isPacked: true, polish });
    await page.clock.runFor(MINUTE_MS + 2000);
    await page.getByRole("heading", { name: "Wszystko gra" }).first().waitFor();
    expect(new Set(asked)).toEqual(new Set([`${server.address}/snapshot.json`]));
    await page.context().close();
  });

  it("becomes a warning with unknown status after three intervals, until a newer snapshot arrives", async () => {
    writeCopy(folder, smallPage(), FACTS);
    const page = await open();
    await isAlive(page);
    await page.clock.runFor(2 * MINUTE_MS);
    await page.getByText(BANNER).waitFor();
    await page.clock.runFor(MINUTE_MS);
    await page.getByText(OLD).waitFor();
    await page.getByRole("heading", { name: "Current status unknown" }).waitFor();
    expect(await page.getByText(BANNER).count()).toBe(0);
    writeSnapshot(folder, smallPage({ takenAt: iso(NOW + 4 * MINUTE_MS) }));
    await page.clock.runFor(MINUTE_MS + 2000);
    await page.getByText(BANNER).waitFor();
    await page.getByRole("heading", { name: "All systems operational" }).waitFor();
    await page.context().close();
  });

  it("hides the banner if that is off, but still reports an old snapshot", async () => {
    writeCopy(folder, smallPage(), { ...FACTS, banner: false });
    const page = await open();
    await isAlive(page);
    expect(await page.getByText(BANNER).count()).toBe(0);
    await page.clock.runFor(3 * MINUTE_MS + 2000);
    await page.getByText(OLD).waitFor();
    await page.context().close();
  });

  it("shows its latest snapshot before it can call itself old", async () => {
    writeCopy(folder, smallPage(), FACTS);
    const later = NOW + 60 * MINUTE_MS;
    writeSnapshot(folder, smallPage({ takenAt: iso(later) }));
    const page = await open("/", { at: later + 5000 });
    const warned = page
      .getByText(OLD)
      .waitFor({ timeout: 30_000 })
      .then(
        () => "warned",
        () => "gone",
      );
    await isAlive(page);
    await page.clock.runFor(2000);
    await page.getByText(BANNER).waitFor();
    expect(await page.getByText(OLD).count()).toBe(0);
    await page.context().close();
    expect(await warned).toBe("gone");
  });

  it.each(["light", "dark"] as const)("is accessible and fits every width, %s", async (colorScheme) => {
    writeCopy(folder, troubledPage(), FACTS);
    const page = await open("/", { colorScheme });
    await isAlive(page);
    const problems: string[] = [];
    for (const state of ["new", "old"] as const) {
      if (state === "old") await page.clock.runFor(4 * MINUTE_MS);
      await page.getByText(state === "old" ? OLD : BANNER).waitFor();
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 860 });
        problems.push(...(await findViolations(page)), ...(await findOverflow(page)));
        await keepPicture(page, `copy_${state}-${colorScheme}-${width}`);
      }
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("replaces Uptide through the documented proxy", async () => {
    writeCopy(folder, troubledPage(), FACTS);
    const proxy = await startCopyServer(folder, { block: "proxy" });
    const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: proxy.address });
    const statusOf = async (path: string) => {
      const response = await context.request.get(path, { maxRetries: 2 });
      return [response.status(), (await response.text()).includes(OPEN_INCIDENT.title)];
    };
    expect(await statusOf("/")).toEqual([200, true]);
    expect(await statusOf(`/incidents/${OPEN_INCIDENT.id}`)).toEqual([200, true]);
    expect(await statusOf("/nothing")).toEqual([404, false]);
    expect(await statusOf("/snapshot.json")).toEqual([200, true]);
    await context.close();
    await proxy.stop();
  });

  it("is as small as the live page, in bytes and requests", async () => {
    const shown: PublicPage = largePage();
    writeCopy(folder, shown, FACTS);
    const gzip = (path: string) => gzipSync(readFileSync(join(folder, path))).length;
    const page = await open("about:blank", { at: NOW + 5000 });
    asked.length = 0;
    const times = await measure(page, server.address);
    const paths = asked.map((url) => new URL(url).pathname.slice(1) || "index.html");
    const loaded = paths.filter((path) => path !== "snapshot.json");
    const bytes = loaded.reduce((sum, path) => sum + gzip(path), 0);
    const figures = {
      requests: paths.length,
      bytesGzip: bytes,
      snapshotGzip: gzip("snapshot.json"),
      ...times,
    };
    console.log(figures);
    writeFileSync(join(ROOT, "test/output/static_copy.json"), JSON.stringify(figures, null, 2));
    expect(bytes).toBeLessThan(60 * 1024);
    expect(gzip("snapshot.json")).toBeLessThan(20 * 1024);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths.length).toBeLessThanOrEqual(5);
  });
});

/** 4x CPU, 1.6 Mbit/s, 150 ms. */
async function measure(page: Page, address: string): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 93_750,
  });
  await page.goto(address, { waitUntil: "load" });
  await page.clock.runFor(100);
  await page.locator("footer").getByText("Europe/Warsaw").waitFor();
  await page.clock.resume();
  const times = await page.evaluate(async () => {
    const entries = (type: string) =>
      new Promise<PerformanceEntry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
        setTimeout(() => resolve([]), 500);
      });
    const paint = await entries("paint");
    const largest = await entries("largest-contentful-paint");
    return {
      firstContentMs: paint.find(({ name }) => name === "first-contentful-paint")?.startTime ?? 0,
      largestContentMs: largest.at(-1)?.startTime ?? 0,
    };
  });
  await page.context().close();
  return Object.fromEntries(Object.entries(times).map(([name, value]) => [name, Math.round(value)]));
}
