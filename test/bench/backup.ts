import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Backup, RestoreState } from "../../src/schema/backup.ts";
import { PanelClient } from "../system/panel_client.ts";
import { until } from "../system/start/product.ts";
import { findDatabase } from "./audience.ts";
import { type MeteredProduct, startMetered } from "./metered.ts";
import { round } from "./run.ts";

const ROOT = "/api/v1/admin/backups";
const LONGEST_MS = 30 * 60_000;
const MB = 1024 * 1024;
const MONITORS = 500;

/** What years leave behind, 300 MB of it; half of each text is of chance, so that it packs as texts do. */
const SEEDS = [
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MONITORS})
   INSERT INTO monitors (key, name, type, paused, interval_secs, timeout_ms, retries, failure_threshold,
     recovery_threshold, config, tags, created_at, updated_at)
   SELECT 'm' || i, 'Monitor ' || i, 'webhook', 1, 60, 1000, 0, 1, 1, '{}', '[]', 1, 1 FROM n`,
  `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 149999)
   INSERT INTO response_days SELECT 1 + i % ${MONITORS}, 19000 + i / ${MONITORS}, randomblob(330) FROM n`,
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250000)
   INSERT INTO monitor_history SELECT 1 + i % ${MONITORS}, i * 1000, i * 1000 + 900, 'up', hex(randomblob(8)) FROM n`,
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
   INSERT INTO monitor_events (id, monitor_id, kind, at, body, offered)
   SELECT (1 + i % ${MONITORS}) || ':' || i, 1 + i % ${MONITORS}, 'alert', i,
     json_object('id', i, 'message', printf('%.*c', 180, 'x') || hex(randomblob(90))), 1 FROM n`,
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
   INSERT INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_id, monitor_name, event_type,
     status, due_at, max_attempts, message, created_at, delivered_at)
   SELECT 1, 'e' || i, 'Hook', 'webhook', 1 + i % ${MONITORS}, 'Monitor', 'alert', 'delivered', i, 3,
     json_object('text', printf('%.*c', 500, 'y') || hex(randomblob(250))), i, i FROM n`,
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
   INSERT INTO audit (at, user_id, user_email, action, entity_type, entity_name, details)
   SELECT i, 1, 'admin@example.com', 'Update', 'monitor', 'Monitor', json_object('changes', hex(randomblob(250))) FROM n`,
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
   INSERT INTO subscriber_deliveries (id, status, max_attempts, due_at, created_at, delivered_at, attempts)
   SELECT 1000000000 + i, 'delivered', 3, i, i, i, '[{"at":1795346852340,"ok":true,"ms":' || (i % 900) || '}]' FROM n`,
];

/** A backup of 300 MB and its restore, in steps through alarms, beside somebody who reads the page. */
export async function measureBackup() {
  const stateDir = mkdtempSync(join(tmpdir(), "uptide-bench-"));
  let product = await startMetered(stateDir);
  try {
    await PanelClient.open(product.address);
    await product.stop();
    const file = findDatabase(stateDir);
    seed(file);
    product = await startMetered(stateDir);
    let panel = await PanelClient.open(product.address);
    const made = await measure(product, async () => {
      await panel.post(ROOT, { passphrase: "open sesame" });
      await until(async () => (await panel.get<Backup[]>(ROOT))[0]?.state === "done", LONGEST_MS);
    });
    const [backup] = await panel.get<Backup[]>(ROOT);
    const restored = await measure(product, async () => {
      await panel.post(`${ROOT}/restore`, { name: backup?.name, passphrase: "open sesame" });
      await until(async () => await isRestored(product), LONGEST_MS);
    });
    panel = await PanelClient.open(product.address);
    return {
      "database (MB)": round(statSync(file).size / MB, 0),
      "file (MB)": round((backup?.size ?? 0) / MB, 1),
      ...named("backup", made),
      ...named("restore", restored),
    };
  } finally {
    await product.stop();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

function seed(file: string): void {
  const database = new DatabaseSync(file);
  for (const statement of SEEDS) database.exec(statement);
  database.close();
}

async function isRestored({ address }: MeteredProduct): Promise<boolean> {
  const panel = await PanelClient.open(address, `10.1.${Math.floor(Math.random() * 250)}.7`);
  const { restore } = await panel.get<{ restore: RestoreState | null }>(`${ROOT}/status`);
  if (restore?.state === "failed") throw new Error(restore.error ?? "it failed");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return restore?.state === "done";
}

async function measure(product: MeteredProduct, work: () => Promise<void>) {
  await product.read();
  const endWatch = await product.watchHeap();
  const [at, cpuMs] = [Date.now(), product.cpuMs()];
  let [slowestPageMs, failedReads] = [0, 0];
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const asked = Date.now();
      try {
        await (await fetch(`${product.address}/api/v1/setup/status`)).text();
      } catch {
        failedReads += 1;
      }
      slowestPageMs = Math.max(slowestPageMs, Date.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  await work();
  isOver = true;
  await reading;
  const { usedMb } = endWatch();
  return {
    seconds: round((Date.now() - at) / 1000, 1),
    cpuSeconds: round((product.cpuMs() - cpuMs) / 1000, 1),
    usedMb,
    slowestPageMs,
    failedReads,
    ...(await product.read()),
  };
}

function named(what: string, measured: Awaited<ReturnType<typeof measure>>) {
  const { seconds, cpuSeconds, usedMb, slowestPageMs, slowestMs, slowest, rowsWritten, failedReads } =
    measured;
  return {
    [`${what} (s)`]: seconds,
    [`${what}, CPU of the whole runtime (s)`]: cpuSeconds,
    [`${what}, memory of the Worker's isolate with all objects, most (MB)`]: usedMb,
    [`${what}, D1 rows written`]: rowsWritten,
    [`${what}, longest statement (ms)`]: round(slowestMs, 0),
    [`${what}, which`]: slowest.trim().slice(0, 50),
    [`${what}, longest that a read of the database beside it took (ms)`]: slowestPageMs,
    [`${what}, such reads that failed`]: failedReads,
  };
}
