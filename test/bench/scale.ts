import { launchChromium } from "../browser/launch.ts";
import { PanelClient } from "../system/panel_client.ts";
import { startProduct, until } from "../system/start/product.ts";
import { timeOpening } from "./panel.ts";
import { quantile } from "./quantile.ts";
import { cpuMs, importMonitors, memoryMb, type Run, round, wait, withProduct } from "./run.ts";
import { latenessOf } from "./watch.ts";

const COUNTS = [1000, 5000, 20_000] as const;
const INTERVAL_SECS = 60;
const MEASURED_MS = 120_000;
const OPENINGS = 5;

export async function measureScale() {
  const figures: Record<string, number> = {};
  for (const monitors of COUNTS) {
    const found = await measureAt(monitors);
    console.log(monitors, found);
    for (const [name, value] of Object.entries(found)) figures[`${monitors}: ${name}`] = value;
  }
  return figures;
}

async function measureAt(monitors: number) {
  return await withProduct({ monitors: 1, intervalSecs: INTERVAL_SECS, delayMs: 20 }, async (run) => {
    const importMs = await timeOf(
      async () => await importMonitors(run, { from: 1, to: monitors, intervalSecs: INTERVAL_SECS }),
    );
    await until(() => run.target.hits.size === monitors, 300_000);
    await wait(INTERVAL_SECS * 1000);
    const { pids } = run.product;
    const cpuBefore = cpuMs(pids().workerd);
    run.target.hits.clear();
    await wait(MEASURED_MS);
    const cpu = cpuMs(pids().workerd) - cpuBefore;
    const times = [...run.target.hits.values()];
    const checks = times.reduce((sum, own) => sum + own.length, 0);
    const late = times.flatMap(latenessOf);
    const memory = memoryMb(pids().workerd);
    // The server may have closed the idle connection.
    await run.panel.get("/health").catch(() => undefined);
    const read = async (path: string) => await timeOf(async () => await run.panel.get(path));
    const list = await timeList(run);
    const dashboard =
      (await read("/api/v1/admin/dashboard")) + (await read("/api/v1/admin/dashboard/trends"));
    const year = Date.now() - 365 * 86_400_000;
    const report = await read(`/api/v1/admin/reports/uptime?from=${year}`);
    const restart = await restartOf(run);
    return {
      "import (s)": round(importMs / 1000, 1),
      "checks missing": Math.max(0, Math.round((monitors * MEASURED_MS) / INTERVAL_SECS / 1000) - checks),
      "lateness p99 (ms)": round(quantile(late, 0.99), 1),
      "CPU per check (ms)": round(cpu / checks, 2),
      "resident (MB)": round(memory, 0),
      "monitor list on the screen (ms)": round(list, 0),
      "dashboard and trends (ms)": round(dashboard, 0),
      "report of a year (ms)": round(report, 0),
      "restart until the first check (ms)": round(restart, 0),
    };
  });
}

async function timeList({ product }: Run): Promise<number> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ baseURL: product.address, viewport: { width: 1360, height: 768 } });
    const headers = { Origin: product.address };
    await page.request.fetch("/api/v1/auth/login", { method: "POST", data: PanelClient.admin, headers });
    const times: number[] = [];
    for (let opened = 0; opened <= OPENINGS; opened++)
      times.push(await timeOpening(page, "/admin/monitors", "tbody tr"));
    // The first one fills the browser's cache.
    return quantile(times.slice(1), 0.5);
  } finally {
    await browser.close();
  }
}

async function restartOf(run: Run): Promise<number> {
  await run.product.stop();
  run.target.hits.clear();
  const from = Date.now();
  run.product = await startProduct({ stateDir: run.stateDir });
  await until(() => run.target.hits.size > 0, 60_000);
  const took = Date.now() - from;
  run.panel = await PanelClient.open(run.product.address);
  return took;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
