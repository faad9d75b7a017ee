import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PanelClient } from "../system/panel_client.ts";
import { startProduct, until } from "../system/start/product.ts";
import { startTarget } from "../system/target.ts";

interface Load {
  monitors: number;
  intervalSecs: number;
  delayMs?: number;
  /** Of the checkout that is measured, where it is another one. */
  root?: string;
}

export type Run = Awaited<ReturnType<typeof begin>>;

async function begin({ monitors, intervalSecs, delayMs = 0, root }: Load) {
  const stateDir = mkdtempSync(join(tmpdir(), "uptide-bench-"));
  const target = await startTarget({ delayMs });
  const product = await startProduct({ stateDir, ...(root && { root }) });
  const panel = await PanelClient.open(product.address);
  for (let n = 0; n < monitors; n++) {
    const config = { url: `${target.address}/m${n}` };
    await panel.post("/api/v1/admin/monitors", { name: `m${n}`, type: "https", intervalSecs, config });
  }
  await until(() => target.hits.size === monitors, 120_000);
  return { stateDir, target, product, panel };
}

/** The product under that many monitors, the target they check, and somebody signed in. */
export async function withProduct<T>(options: Load, measure: (run: Run) => Promise<T>): Promise<T> {
  const run = await begin(options);
  try {
    return await measure(run);
  } finally {
    await run.product.stop();
    await run.target.close();
    rmSync(run.stateDir, { recursive: true, force: true });
  }
}

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
