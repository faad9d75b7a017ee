import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PanelClient } from "../system/panel_client.ts";
import { startProduct, until } from "../system/start/product.ts";
import { startTarget } from "../system/target.ts";

/** CPU time ticks in /proc, the same on every Linux. */
const TICKS_A_SECOND = 100;

interface Load {
  monitors: number;
  intervalSecs: number;
  delayMs?: number;
  root?: string;
}

export type Run = Awaited<ReturnType<typeof begin>>;

async function begin({ monitors, intervalSecs, delayMs = 0, root }: Load) {
  const stateDir = mkdtempSync(join(tmpdir(), "uptide-bench-"));
  const target = await startTarget({ delayMs });
  const product = await startProduct({ stateDir, ...(root && { root }) });
  const panel = await PanelClient.open(product.address);
  const document = (n: number) =>
    `kind: Monitor\nkey: m${n}\nname: m${n}\ntype: https\nintervalSecs: ${intervalSecs}\nconfig:\n  url: ${target.address}/m${n}\n`;
  await apply(panel, Array.from({ length: monitors }, (_, n) => document(n)).join("---\n"));
  await until(() => target.hits.size === monitors, 120_000);
  return { stateDir, target, product, panel };
}

export async function apply(panel: PanelClient, documents: string): Promise<void> {
  const wanted = { name: "bench", permissions: ["monitors:write"] };
  const { token } = await panel.post<{ token: string }>("/api/v1/admin/api-tokens", wanted);
  const answer = await fetch(`${panel.address}/api/v1/admin/config/apply`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/yaml" },
    body: documents,
  });
  if (!answer.ok) throw new Error(await answer.text());
}

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

export function cpuMs(pid: number): number {
  const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const fields = rest.split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND;
}

export function memoryMb(pid: number): number {
  const [, kb = "0"] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1024;
}
