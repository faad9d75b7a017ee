import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { PublicPage } from "../../src/schema/public_page.ts";
import { smallPage } from "../page/fixtures.ts";
import { closePeople, launch } from "./chromium.ts";
import { type StatusServer, startStatusServer } from "./status_server.ts";

export function openStatusPages() {
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

  return {
    get server() {
      return server;
    },
    faults,
    open,
    show,
    isAlive,
  };
}
