import "./worker_imports.ts";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../test/browser/launch.ts";
import { openDatabase } from "../test/local_database.ts";
import { PanelClient } from "../test/system/panel_client.ts";
import { freePort } from "../test/system/start/product.ts";
import { build, ROOT } from "./build.ts";
import { startAgent } from "./pictures/agent.ts";
import { fill } from "./pictures/example.ts";
import { startTarget } from "./pictures/target.ts";
import { serve } from "./serve.ts";

const FOLDER = join(ROOT, "docs/pictures");
const SIZE = { width: 1280, height: 800 };

interface Shot {
  name: string;
  path: string;
  text: string;
  height?: number;
  prepare?: (page: Page) => Promise<void>;
}

const VISITOR: readonly Shot[] = [{ name: "page", path: "/", text: "Search is slow", height: 900 }];
/** Taken last, because its monitors must not appear in other pictures. */
const AGENTS: Shot = { name: "agents", path: "/admin/agents", text: "Online", height: 400 };
const ADMIN: readonly Shot[] = [
  { name: "dashboard", path: "/admin", text: "Search" },
  {
    name: "monitor",
    path: "/admin/monitors/2",
    text: "Checkout",
    prepare: async (page) => {
      await page.getByRole("combobox").first().selectOption({ label: "7 days" });
    },
  },
  { name: "builder", path: "/admin/page", text: "Save and publish" },
  {
    name: "alerts",
    path: "/admin/channels/1",
    text: "Quiet hours",
    prepare: async (page) => {
      await page
        .getByRole("heading", { name: "Alert rules" })
        .evaluate((heading) => heading.scrollIntoView());
      await page.evaluate("window.scrollBy(0, -90)");
    },
  },
];

build();
mkdirSync(FOLDER, { recursive: true });
const stateDir = mkdtempSync(join(tmpdir(), "uptide-pictures-"));
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const PUBLIC_URL = "https://status.example.com";
const target = await startTarget();
const runtime = await serve({ port, stateDir, variables: { LOG_LEVEL: "error", PUBLIC_URL } });
const browser = await launchChromium();
try {
  const panel = await PanelClient.open(address);
  await fill(panel, {
    database: openDatabase(stateDir),
    target: target.address,
    now: Date.now(),
  });
  for (const theme of ["light", "dark"] as const) await takeAll(browser, theme, [...VISITOR, ...ADMIN]);
  const agent = await startAgent(panel, { address, target: target.address });
  for (const theme of ["light", "dark"] as const) await takeAll(browser, theme, [AGENTS]);
  await agent.stop();
} finally {
  await browser.close();
  await runtime.stop();
  target.stop();
  rmSync(stateDir, { recursive: true, force: true });
}

async function takeAll(browser: Browser, theme: "light" | "dark", shots: readonly Shot[]): Promise<void> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: SIZE,
    colorScheme: theme,
    reducedMotion: "reduce",
    timezoneId: "UTC",
  });
  const page = await context.newPage();
  for (const shot of shots.filter((one) => VISITOR.includes(one))) await take(page, shot, theme);
  await signIn(page);
  for (const shot of shots.filter((one) => !VISITOR.includes(one))) await take(page, shot, theme);
  await context.close();
}

async function signIn(page: Page): Promise<void> {
  await page.goto("/admin");
  await page.getByLabel("Email address").fill(PanelClient.admin.email);
  await page.getByLabel("Password", { exact: true }).fill(PanelClient.admin.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
}

async function take(page: Page, { name, path, text, height, prepare }: Shot, theme: string): Promise<void> {
  await page.setViewportSize({ ...SIZE, height: height ?? SIZE.height });
  await page.goto(path);
  await page.getByText(text).first().waitFor();
  await prepare?.(page);
  for (const bar of await page.locator(".skeleton").all()) await bar.waitFor({ state: "detached" });
  await page.screenshot({ path: join(FOLDER, `${name}-${theme}.png`), animations: "disabled" });
  console.log(`docs/pictures/${name}-${theme}.png`);
}
