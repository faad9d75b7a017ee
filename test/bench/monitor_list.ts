import { rmSync } from "node:fs";
import type { Page } from "playwright-core";
import { measureScript, startCrowd } from "../browser/crowd.ts";
import { launchChromium } from "../browser/launch.ts";
import { PanelClient } from "../system/panel_client.ts";
import { startProduct } from "../system/start/product.ts";
import { timeMove, timeOpening } from "./panel.ts";
import { quantile } from "./quantile.ts";
import { apply } from "./run.ts";

const MONITORS = 2000;
const ROUNDS = 7;
const CHECKS = 1000;

export async function measureMonitorList() {
  const product = await startProduct({ variables: { LOG_LEVEL: "error" } });
  const browser = await launchChromium();
  let crowd: Awaited<ReturnType<typeof startCrowd>> | undefined;
  try {
    const panel = await PanelClient.open(product.address);
    await apply(panel, Array.from({ length: MONITORS }, (_, n) => documentOf(n)).join("---\n"));
    const monitors = await panel.get<{ id: number }[]>("/api/v1/admin/monitors");
    crowd = await startCrowd(product, { ids: monitors.map(({ id }) => id) });
    const page = await browser.newPage({
      baseURL: crowd.address,
      viewport: { width: 1360, height: 768 },
    });
    const headers = { Origin: product.address };
    await page.request.fetch("/api/v1/auth/login", { method: "POST", data: PanelClient.admin, headers });
    const answered = await repeat(async () => {
      const from = performance.now();
      await panel.get("/api/v1/admin/monitors/short");
      return performance.now() - from;
    });
    const opened = await repeat(() => timeOpening(page, "/admin/monitors", "tbody tr"));
    const moved = await repeat(() => timeMove(page, "/admin/monitors", "tbody tr"));
    await page.getByText("Live", { exact: true }).waitFor();
    const still = await measureScript(page, crowd, { checks: CHECKS });
    const figures: Record<string, number> = {
      "the API answers the list (ms)": answered,
      "opened (ms)": opened,
      "opened from inside (ms)": moved,
      "script a second, 200 checks a second (ms)": still.script,
      "main thread a second (ms)": still.task,
    };
    for (const [figure, label, values] of [
      ["filter by status (ms)", "Status", ["down", "up", ""]],
      ["filter by tag (ms)", "Tag", ["tag 3", "tag 1", ""]],
      ["sort (ms)", "Sort by", ["response", "name", "type", "status"]],
    ] as const)
      figures[figure] = await repeat(() => timeChoice(page, label, values));
    await page.getByLabel("Group by tag").check();
    figures["sort, grouped by tag (ms)"] = await repeat(() =>
      timeChoice(page, "Sort by", ["name", "status"]),
    );
    return figures;
  } finally {
    await browser.close();
    await crowd?.close();
    await product.stop();
    rmSync(product.stateDir, { recursive: true, force: true });
  }
}

function documentOf(n: number): string {
  return `kind: Monitor\nkey: m${n}\nname: Monitor ${n}\ntype: manual\ntags:\n  - label: tag ${n % 5}\n    color: "#0b6672"\n`;
}

async function timeChoice(page: Page, label: string, values: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (const value of values)
    times.push(
      await page.evaluate(`(() => {
        const { htmlFor } = [...document.querySelectorAll("label")].find(
          ({ textContent }) => textContent === ${JSON.stringify(label)});
        const select = document.getElementById(htmlFor);
        const from = performance.now();
        select.value = ${JSON.stringify(value)};
        select.dispatchEvent(new Event("change", { bubbles: true }));
        document.body.getBoundingClientRect();
        return performance.now() - from;
      })()`),
    );
  return Math.max(...times);
}

/** The first round warms up. */
async function repeat(measure: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) times.push(await measure());
  return Math.round(quantile(times.slice(1), 0.5));
}
