import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderDocument } from "../../dist/status/render.js";
import type { PublicPage } from "../../src/schema/public_page.ts";
import {
  brandedPage,
  fullPage,
  largePage,
  longPage,
  makePage,
  polishPage,
  smallPage,
  troubledPage,
} from "../page/fixtures.ts";
import { ROOT } from "../system/start/product.ts";
import { drawnWhole, findOverflow, hasChromium, keepPicture, readText } from "./chromium.ts";
import { findNewViolations } from "./examine.ts";
import { openStatusPages } from "./status_pages.ts";

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
  { name: "monitor", page: troubledPage, path: "/monitor/3" },
  { name: "history", page: troubledPage, path: "/history" },
  { name: "missing", page: troubledPage, path: "/nothing" },
];

describe.skipIf(!hasChromium)("the public page, in Chromium", () => {
  const pages = openStatusPages();
  const { open, show, isAlive } = pages;

  describe.each(LOOKS)("$name", ({ name, page: make, path = "/", isStale }) => {
    let alive: Page;

    // Both themes show the same page.
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

    it.each(["light", "dark"] as const)("is accessible and fits every width, %s", async (colorScheme) => {
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
      expect(problems.join("\n")).toBe("");
    });
  });

  it("breaks long words, and stays as wide as the screen", async () => {
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

  it("ends and begins no line of a card with a separator", async () => {
    const page = troubledPage();
    const affectedBy = ["Payments by card", "Payments by transfer"];
    show({
      ...page,
      monitors: page.monitors.map((monitor) => ({
        ...monitor,
        typeLabel: "Domain registration",
        ...(monitor.status === "affected" && { affectedBy }),
      })),
    });
    const visitor = await open("/", { reducedMotion: "reduce" });
    await drawnWhole(visitor);
    const lines = new Set<string>();
    for (let width = 320; width <= 480; width += 10) {
      await visitor.setViewportSize({ width, height: 900 });
      for (const line of await visitor.evaluate(readFactLines)) lines.add(line);
    }
    expect([...lines].filter((line) => /^·|·$/.test(line))).toEqual([]);
    expect([...lines].filter((line) => line.startsWith("Affected by"))).not.toEqual([]);
    await visitor.context().close();
  });

  it("shows statuses, days, chart figures and incidents without JavaScript, and no dead button", async () => {
    show(troubledPage());
    const page = await open("/", { javaScriptEnabled: false });
    const card = page.locator('[data-monitor="2"]');
    // The browser doesn't lay out offscreen text, so the text of such a card is empty.
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

  it("has one theme, custom colours and CSS, and no script from them", async () => {
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

  it("keeps chart figures and units on one line, and doesn't split cards between printed pages", async () => {
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

  it("has no footer without contents", async () => {
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

  it("has no layout shift while scripts start", async () => {
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
  ])("stays small with $monitors monitors", async ({ monitors, elements, rawKb, wireKb }) => {
    const shown = fullPage(monitors);
    show(shown);
    const html = renderDocument(shown, { kind: "home" }, { path: "/", origin: pages.server.address });
    const page = await open();
    await isAlive(page);
    const files = [...new Set(pages.server.asked)].filter((path) => path.startsWith("/assets/"));
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

function readFactLines(): string[] {
  return [...document.querySelectorAll(":is(.svc-monitor-card, .svc-chart-card) .facts")].flatMap((facts) => {
    const text = facts.firstChild as Text;
    const lines = new Map<number, string>();
    for (const [at, letter] of [...text.data].entries()) {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const top = Math.round(range.getBoundingClientRect().top);
      lines.set(top, (lines.get(top) ?? "") + letter);
    }
    return [...lines.values()].map((line) => line.trim());
  });
}

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
