import "../../scripts/worker_imports.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../../scripts/serve.ts";
import { type LocalDatabase, openDatabase } from "../local_database.ts";
import { PanelClient } from "../system/panel_client.ts";
import { freePort } from "../system/start/product.ts";
import { startTarget } from "../system/target.ts";
import { quantile } from "./quantile.ts";

const MONITORS = 2000;
const CHANNELS = 20;
const DELIVERIES = 50_000;
const TIMES = 50;
const PATH = "/api/v1/admin/metrics";

export async function measureMetrics() {
  const target = await startTarget({});
  const stateDir = mkdtempSync(join(tmpdir(), "uptide-metrics-"));
  const port = await freePort();
  const runtime = await serve({ port, stateDir, variables: { LOG_LEVEL: "error" } });
  try {
    const panel = await PanelClient.open(`http://127.0.0.1:${port}`);
    const { token } = await panel.post<{ token: string }>("/api/v1/admin/api-tokens", {
      name: "Prometheus",
      permissions: ["metrics:read"],
    });
    await fill(openDatabase(stateDir), target.address);
    const scrape = async () => {
      const startedAt = performance.now();
      const answer = await fetch(panel.address + PATH, { headers: { Authorization: `Bearer ${token}` } });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(text);
      return { text, ms: performance.now() - startedAt };
    };
    // workerd sometimes closes the connection after a long answer, and the next request fails.
    const asked = async () => await scrape().catch(scrape);
    const last = {
      name: "The last one",
      type: "https",
      intervalSecs: 86_400,
      config: { url: target.address },
    };
    await panel.post("/api/v1/admin/monitors", last);
    while (countOf((await asked()).text) < MONITORS)
      await new Promise((resolve) => setTimeout(resolve, 2000));
    const runs = [];
    for (let i = 0; i < TIMES; i++) runs.push(await asked());
    const times = runs.map(({ ms }) => ms);
    const { text } = runs[0]!;
    return {
      monitors: countOf(text),
      samples: text.split("\n").filter((line) => line !== "" && !line.startsWith("#")).length,
      "answer (KB)": Math.round(text.length / 1024),
      "median (ms)": Math.round(quantile(times, 0.5)),
      "p99 (ms)": Math.round(quantile(times, 0.99)),
    };
  } finally {
    await runtime.stop();
    await target.close();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

function countOf(text: string): number {
  return text.match(/^uptide_monitor_last_check_timestamp_seconds\{/gm)?.length ?? 0;
}

async function fill(database: LocalDatabase, target: string): Promise<void> {
  const numbers = (count: number) => JSON.stringify(Array.from({ length: count }, (_, i) => i));
  await database.batch([
    database
      .prepare(
        `INSERT INTO monitors (id, key, name, type, interval_secs, timeout_ms, retries, failure_threshold,
           recovery_threshold, config, tags, paused, created_at, updated_at)
         SELECT value + 1, 'monitor-' || value, 'A monitor of middling length, number ' || value, 'https', 86400, 10000,
           1, 1, 1, json_object('url', ?), '[]', 0, 0, 0 FROM json_each(?)`,
      )
      .bind(target, numbers(MONITORS - 1)),
    database.prepare("INSERT INTO stale_watches SELECT DISTINCT id / 32, 1 FROM monitors"),
    database
      .prepare(
        `INSERT INTO channels (id, key, name, type, enabled, notify_on_recovery, config, alert_policy, created_at,
           updated_at)
         SELECT value + 1, 'channel-' || value, 'Channel ' || value, 'webhook', 1, 1, '{}', '{}', 0, 0
         FROM json_each(?)`,
      )
      .bind(numbers(CHANNELS)),
    database
      .prepare(
        `INSERT INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_name, event_type, status,
           due_at, max_attempts, message, created_at)
         SELECT value % ? + 1, value, '', 'webhook', '', 'alert', 'delivered', 0, 3, '{}', unixepoch() * 1000
         FROM json_each(?)`,
      )
      .bind(CHANNELS, numbers(DELIVERIES)),
  ]);
}
