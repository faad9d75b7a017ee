import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PanelClient } from "../system/panel_client.ts";
import { startProduct, until } from "../system/start/product.ts";
import { startTarget } from "../system/target.ts";

/** CPU time ticks in /proc, the same on every Linux. */
const TICKS_A_SECOND = 100;

/** The API takes at most 2,000. */
const DOCUMENTS_AT_ONCE = 1000;

interface Load {
  monitors: number;
  intervalSecs: number;
  delayMs?: number;
  root?: string;
}

export type Run = Awaited<ReturnType<typeof start>>;

async function start({ delayMs = 0, root }: Load) {
  const stateDir = mkdtempSync(join(tmpdir(), "uptide-bench-"));
  const target = await startTarget({ delayMs });
  const product = await startProduct({ stateDir, ...(root && { root }) });
  const panel = await PanelClient.open(product.address);
  return { stateDir, target, product, panel };
}

export async function importMonitors(
  { panel, target }: Pick<Run, "panel" | "target">,
  { from = 0, to, intervalSecs }: { from?: number; to: number; intervalSecs: number },
): Promise<void> {
  const document = (n: number) =>
    `kind: Monitor\nkey: m${n}\nname: m${n}\ntype: https\nintervalSecs: ${intervalSecs}\nconfig:\n  url: ${target.address}/m${n}\n`;
  const all = Array.from({ length: to - from }, (_, i) => document(from + i));
  for (let at = 0; at < all.length; at += DOCUMENTS_AT_ONCE)
    await apply(panel, all.slice(at, at + DOCUMENTS_AT_ONCE).join("---\n"));
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
  const run = await start(options);
  const { monitors, intervalSecs } = options;
  try {
    await importMonitors(run, { to: monitors, intervalSecs });
    await until(() => run.target.hits.size === monitors, 120_000);
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
