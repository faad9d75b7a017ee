import { readFileSync, rmSync } from "node:fs";
import { PanelClient } from "../system/panel_client.ts";
import { startProduct, until } from "../system/start/product.ts";
import { startTarget } from "../system/target.ts";

const CONFIG = "/api/v1/admin/config";
const ROUNDS = 3;

interface Token {
  token: string;
}

export async function measureConfig() {
  const target = await startTarget();
  const product = await startProduct({ variables: { LOG_LEVEL: "error" } });
  try {
    const panel = await PanelClient.open(product.address);
    const permissions = ["monitors:write", "channels:write"];
    const { token } = await panel.post<Token>("/api/v1/admin/api-tokens", { name: "bench", permissions });
    const ask = (path: string, body?: string) =>
      timed(`${product.address}${CONFIG}/${path}`, { token, body });
    const { workerd } = product.pids();
    const quiet = memoryMb(workerd, "VmRSS");
    const sparse = documents(target.address);
    const validated = await ask("validate", sparse);
    const created = await ask("apply", sparse);
    const peak = memoryMb(workerd, "VmHWM");
    await until(() => target.hits.size === 1900, 60_000);
    const whole = await best(() => ask("export"));
    const again = await best(() => ask("apply", whole.text));
    const checked = await best(() => ask("validate", whole.text));
    const one = await ask("apply", whole.text.replace("name: Monitor 7\n", "name: Monitor seven\n"));
    const summary = (JSON.parse(one.text) as { summary: object }).summary;
    return {
      "validate, 2000 new (ms)": validated.ms,
      "apply, 2000 new, watches told (ms)": created.ms,
      "validate, 2000 unchanged (ms)": checked.ms,
      "apply, 2000 unchanged (ms)": again.ms,
      "apply, 1 changed among 2000 (ms)": one.ms,
      "its summary": JSON.stringify(summary),
      "export of 2000 (ms)": whole.ms,
      "export (KB)": Math.round(whole.text.length / 1024),
      "workerd before, resident (MB)": quiet,
      "workerd at its highest after the first apply, resident (MB)": peak,
    };
  } finally {
    await product.stop();
    await target.close();
    rmSync(product.stateDir, { recursive: true, force: true });
  }
}

function documents(address: string): string {
  const monitors = Array.from({ length: 1900 }, (_, i) =>
    [
      "kind: Monitor",
      `key: m${i}`,
      `name: Monitor ${i}`,
      "type: https",
      "intervalSecs: 86400",
      "config:",
      `  url: ${address}/m${i}`,
      "  headers:",
      `    Authorization: Bearer ${i}`,
      `notifications: [c${i % 100}]`,
      `dependsOn: [${i % 2 === 0 ? `m${(i + 1) % 1900}` : ""}]`,
      "",
    ].join("\n"),
  );
  const channels = Array.from({ length: 100 }, (_, i) =>
    [
      `kind: NotificationChannel`,
      `key: c${i}`,
      `name: Channel ${i}`,
      "type: webhook",
      "config:",
      "  url: https://hook.example/",
      "",
    ].join("\n"),
  );
  return [...monitors, ...channels].join("---\n");
}

async function best<T extends { ms: number }>(ask: () => Promise<T>): Promise<T> {
  let found = await ask();
  for (let round = 1; round < ROUNDS; round++) {
    const next = await ask();
    if (next.ms < found.ms) found = next;
  }
  return found;
}

async function timed(address: string, { token, body }: { token: string; body?: string | undefined }) {
  // The runtime closes idle connections, and this opens a new one.
  await fetch(new URL("/health", address)).catch(() => fetch(new URL("/health", address)));
  const startedAt = performance.now();
  const response = await fetch(address, {
    method: body === undefined ? "GET" : "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/yaml" },
    body: body ?? null,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${address} returned ${response.status}: ${text}`);
  return { ms: Math.round(performance.now() - startedAt), text };
}

function memoryMb(pid: number, field: "VmRSS" | "VmHWM"): number {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}
