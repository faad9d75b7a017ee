import { rmSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { launchChromium } from "../browser/launch.ts";
import { PanelClient } from "../system/panel_client.ts";
import { startProduct } from "../system/start/product.ts";
import { startTarget } from "../system/target.ts";
import { quantile } from "./quantile.ts";

const ADMIN = { email: "admin@example.com", password: "correct horse" };
const MONITORS = 20;
const ROUNDS = 7;
const DASHBOARD = "nav.figures-row__counts a";

const PAGES: readonly [path: string, content: string][] = [
  ["/admin", DASHBOARD],
  ["/admin/monitors", "tbody tr"],
  ["/admin/monitors/1", "dl.facts"],
  ["/admin/monitors/1/edit", "form .input"],
  ["/admin/incidents", "tbody tr"],
  ["/admin/channels", "tbody tr"],
  ["/admin/channels/new", "form .input"],
  ["/admin/maintenance", ".state"],
  ["/admin/page", ".built"],
  ["/admin/branding", "form .input"],
  ["/admin/users", "tbody tr"],
  ["/admin/audit", "tbody tr"],
  ["/admin/system", ".tile"],
];

export async function measurePanel() {
  const target = await startTarget();
  const product = await startProduct({ variables: { LOG_LEVEL: "error" } });
  const browser = await launchChromium();
  try {
    await fill(await PanelClient.open(product.address), target.address);
    const page = await browser.newPage({ baseURL: product.address });
    const login = { method: "POST", data: ADMIN, headers: { Origin: product.address } };
    await page.request.fetch("/api/v1/auth/login", login);
    const first = await weighFirstPage(page);
    const medians: Record<string, number> = {};
    for (const [path, content] of PAGES) {
      const opened: number[] = [];
      const moved: number[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const open = await timeOpening(page, path, content);
        const move = await timeMove(page, path, content);
        // The first round warms the browser's cache and the runtime.
        if (round > 0) opened.push(open);
        if (round > 0) moved.push(move);
      }
      medians[`${path}: opened (ms)`] = Math.round(quantile(opened, 0.5));
      medians[`${path}: from inside (ms)`] = Math.round(quantile(moved, 0.5));
    }
    return { ...medians, "scripts to the first page (KB, gzip)": first };
  } finally {
    await browser.close();
    await product.stop();
    await target.close();
    rmSync(product.stateDir, { recursive: true, force: true });
  }
}

async function fill(panel: PanelClient, address: string): Promise<void> {
  const admin = "/api/v1/admin";
  const ids: number[] = [];
  for (let n = 1; n <= MONITORS; n++) {
    const config = { url: `${address}/m${n}` };
    const monitor = { name: `Monitor ${n}`, type: "https", intervalSecs: 3600, config };
    ids.push((await panel.post<{ id: number }>(`${admin}/monitors`, monitor)).id);
  }
  for (let n = 1; n <= 5; n++) {
    const config = { url: `${address}/hook` };
    await panel.post(`${admin}/notifications/channels`, { name: `Channel ${n}`, type: "webhook", config });
    await panel.post(`${admin}/incidents`, {
      title: `Incident ${n}`,
      status: "investigating",
      impact: "minor",
      notifySubscribers: false,
    });
  }
  const children = ids.map((monitorId) => ({ id: `m${monitorId}`, type: "monitor", monitorId }));
  await panel.send("PUT", `${admin}/layout`, { tree: { id: "root", type: "page", children } });
}

async function weighFirstPage(page: Page): Promise<number> {
  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith(".js")) bodies.push(response.body());
  });
  await page.goto("/admin");
  await page.locator(DASHBOARD).first().waitFor();
  page.removeAllListeners("response");
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  return Math.round(bytes / 102.4) / 10;
}

export async function timeOpening(page: Page, path: string, content: string): Promise<number> {
  await page.goto("about:blank");
  await page.goto(path, { waitUntil: "commit" });
  return await page.evaluate(untilShown(content, "0"));
}

export async function timeMove(page: Page, path: string, content: string): Promise<number> {
  await page.goto("/admin/account");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.evaluate(`{
    const link = document.createElement("a");
    link.href = ${JSON.stringify(path)};
    document.querySelector("main").append(link);
    globalThis.movedAt = performance.now();
    link.click();
  }`);
  return await page.evaluate(untilShown(content, "movedAt"));
}

/** Runs in the page, where Node's types don't apply. */
function untilShown(content: string, from: string): string {
  return `(async () => {
    while (!document.querySelector("main")?.querySelector(${JSON.stringify(content)}))
      await new Promise(requestAnimationFrame);
    return performance.now() - ${from};
  })()`;
}
