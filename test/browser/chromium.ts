import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { ROOT } from "../system/start/product.ts";
import { CHROMIUM } from "./chromium_path.ts";
import { findNewViolations, settle } from "./examine.ts";
import { launchChromium } from "./launch.ts";

const SCREENS = join(ROOT, "test/output/screens");
const THEMES = ["light", "dark"] as const;
const WIDTHS = [390, 1280] as const;
/** Checks each theme and each width once, because other combinations find nothing new. */
const EXAMINED = [
  { theme: "light", width: 1280, height: 860 },
  { theme: "dark", width: 360, height: 780 },
] as const;

/** `SCREENS=1 npm test` takes screenshots to look at. They take longer than the stories. */
const keepsScreens = process.env["SCREENS"] === "1";

/** Without Chromium the stories are skipped, except on CI. */
export const hasChromium = existsSync(CHROMIUM) || process.env["CI"] === "true";

/** Pages live for seconds, so optimizing their code takes longer than it saves. */
const WITHOUT_OPTIMIZERS = ["--js-flags=--no-opt --no-maglev"];

const faults: string[] = [];
let people = 0;
let shared: Promise<Browser> | undefined;

/** All files of a process share one browser. */
export async function launch(): Promise<Browser> {
  mkdirSync(SCREENS, { recursive: true });
  takeFaults();
  // A crash mustn't fail the files after it.
  if (!(await shared?.catch(() => undefined))?.isConnected())
    shared = launchChromium(CHROMIUM, WITHOUT_OPTIMIZERS);
  return await shared!;
}

export async function closePeople(): Promise<void> {
  const browser = await shared;
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

/** Rate limits count by address, so each person has their own. */
export async function openPerson(browser: Browser, baseURL: string, locale = "en-US"): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    baseURL,
    locale,
    viewport: { width: 1280, height: 860 },
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    extraHTTPHeaders: { "CF-Connecting-IP": `198.51.100.${1 + (people++ % 250)}` },
  });
  // Only a busy machine or a failure takes this long.
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    const isRefusal = /status of 4\d\d/.test(message.text());
    if (message.type() === "error" && !isRefusal) faults.push(message.text());
  });
  return page;
}

export function takeFaults(): string[] {
  return faults.splice(0);
}

export async function lookAt(page: Page, name: string): Promise<void> {
  const problems: string[] = [];
  await page.evaluate(() => {
    for (const element of [document.documentElement, ...document.querySelectorAll("dialog")])
      element.scrollTop = 0;
  });
  if (keepsScreens) await keepPictures(page, name);
  for (const look of EXAMINED) {
    await show(page, look);
    const isFirst = look === EXAMINED[0];
    const found = [...(await findNewViolations(page, { ...look, isFirst })), ...(await findOverflow(page))];
    problems.push(...found.map((problem) => `${look.theme}, ${look.width} px: ${problem}`));
  }
  await show(page, EXAMINED[0]);
  expect(problems, [name, ...problems].join("\n")).toEqual([]);
}

async function show(
  page: Page,
  { theme, width, height }: { theme: "light" | "dark"; width: number; height: number },
): Promise<void> {
  await Promise.all([page.emulateMedia({ colorScheme: theme }), page.setViewportSize({ width, height })]);
}

async function keepPictures(page: Page, name: string): Promise<void> {
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 860 });
      await settle(page, { theme, width });
      await keepPicture(page, `${name}-${theme}-${width}`);
    }
  }
}

export async function keepScreen(page: Page, name: string): Promise<void> {
  if (!keepsScreens) return;
  await page.evaluate(() => window.scrollTo(0, 0));
  await keepPicture(page, name);
}

export async function keepPicture(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  if (!keepsScreens) return;
  await page.screenshot({ path: join(SCREENS, `${name}.png`), fullPage, animations: "disabled" });
}

/** The browser doesn't lay out offscreen text, so `innerText` would leave it out. */
export async function readText(page: Page): Promise<string> {
  return await page.locator("#root").evaluate((root: HTMLElement) => {
    const all = [...root.querySelectorAll<HTMLElement>("*")];
    for (const element of all) element.style?.setProperty("content-visibility", "visible");
    const text = root.innerText;
    for (const element of all) element.style?.removeProperty("content-visibility");
    return text;
  });
}

export async function findOverflow(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const limit = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= limit) return [];
    const wide = [...document.querySelectorAll("body *")].filter((element) => {
      return element.getBoundingClientRect().right > limit + 1;
    });
    return wide.map((element) => `${element.tagName} ${element.className}`).concat("wider than the screen");
  });
}

/** The public page draws what is below the first screen a moment later. */
export async function drawnWhole(page: Page): Promise<void> {
  const countWaiting = () =>
    page.evaluate(() => {
      const turns = [...document.querySelectorAll("[class*=turn-], .band")];
      return turns.filter((turn) => getComputedStyle(turn).contentVisibility === "hidden").length;
    });
  await expect.poll(countWaiting).toBe(0);
}
