import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Backup, RestoreState } from "../../src/schema/backup.ts";
import { findDatabase } from "../local_database.ts";
import { PanelClient } from "../system/panel_client.ts";
import { type Product, startProduct, until } from "../system/start/product.ts";
import { round, wait } from "./run.ts";

const ROOT = "/api/v1/admin/backups";
const LONGEST_MS = 30 * 60_000;
const MB = 1024 * 1024;
const LOOK_MS = 100;
const MONITORS = 500;

/** Half of each text is random, so it compresses like real text. */
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
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90000)
   INSERT INTO deliveries (channel_id, event_id, channel_name, channel_type, monitor_id, monitor_name, event_type,
     status, due_at, max_attempts, message, created_at, delivered_at)
   SELECT 1, 'e' || i, 'Hook', 'webhook', 1 + i % ${MONITORS}, 'Monitor', 'alert', 'delivered', i, 3,
     json_object('text', printf('%.*c', 500, 'y') || hex(randomblob(250))), i, i FROM n`,
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90000)
   INSERT INTO audit (at, user_id, user_email, action, entity_type, entity_name, details)
   SELECT i, 1, 'admin@example.com', 'Update', 'monitor', 'Monitor', json_object('changes', hex(randomblob(250))) FROM n`,
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
   INSERT INTO subscriber_deliveries (id, status, max_attempts, due_at, created_at, delivered_at, attempts)
   SELECT 1000000000 + i, 'delivered', 3, i, i, i, '[{"at":1795346852340,"ok":true,"ms":' || (i % 900) || '}]' FROM n`,
];

export async function measureBackup() {
  const stateDir = mkdtempSync(join(tmpdir(), "uptide-bench-"));
  let product = await startProduct({ stateDir });
  try {
    await PanelClient.open(product.address);
    await product.stop();
    const file = findDatabase(stateDir);
    seed(file);
    const megabytes = round(statSync(file).size / MB, 0);
    product = await startProduct({ stateDir });
    const panel = await PanelClient.open(product.address);
    const opened = { passphrase: "open sesame", currentPassword: PanelClient.admin.password };
    const made = await measure(product, async () => {
      await panel.post(ROOT, opened);
      await until(async () => (await panel.get<Backup[]>(ROOT))[0]?.state === "done", LONGEST_MS);
    });
    const [backup] = await panel.get<Backup[]>(ROOT);
    const restored = await measure(product, async () => {
      await panel.post(`${ROOT}/restore`, { name: backup?.name, ...opened });
      await untilRestored(product, panel);
    });
    return {
      "database (MB)": megabytes,
      "file (MB)": round((backup?.size ?? 0) / MB, 1),
      ...named("backup", made),
      ...named("restore", restored),
    };
  } catch (error) {
    console.log(product.output());
    throw error;
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

/** Restoring swaps tables, which ends the session. */
async function untilRestored({ address }: Product, before: PanelClient): Promise<void> {
  let panel = before;
  await until(async () => {
    try {
      const { restore } = await panel.get<{ restore: RestoreState | null }>(`${ROOT}/status`);
      if (restore?.state === "failed") throw new Error(restore.error ?? "it failed");
      return restore?.state === "done";
    } catch (error) {
      if (!String(error).includes("401")) throw error;
      panel = await PanelClient.open(address);
      return false;
    }
  }, LONGEST_MS);
}

async function measure(product: Product, work: () => Promise<void>) {
  const { workerd } = product.pids();
  const [at, cpuBefore, heldBefore] = [Date.now(), cpuMs(workerd), heldMb(workerd)];
  let [slowestMs, heldMost, busiestMs, failedReads] = [0, heldBefore, 0, 0];
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      const [asked, spent] = [Date.now(), cpuMs(workerd)];
      // The runtime may have closed the kept connection. The next read opens another.
      await fetch(`${product.address}/api/v1/setup/status`).then(
        (response) => response.text(),
        () => (failedReads += 1),
      );
      slowestMs = Math.max(slowestMs, Date.now() - asked);
      await wait(LOOK_MS);
      busiestMs = Math.max(busiestMs, (1000 * (cpuMs(workerd) - spent)) / (Date.now() - asked));
      heldMost = Math.max(heldMost, heldMb(workerd));
    }
  })();
  await work();
  isOver = true;
  await looking;
  return {
    seconds: round((Date.now() - at) / 1000, 1),
    cpuSeconds: round((cpuMs(workerd) - cpuBefore) / 1000, 1),
    busiestMs: round(busiestMs, 0),
    heldMb: round(heldMost - heldBefore, 0),
    slowestMs,
    failedReads,
    isSamePid: product.pids().workerd === workerd,
  };
}

/** The kernel counts in hundredths of a second. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Excludes mapped files. */
function heldMb(pid: number): number {
  const [, kilobytes] = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes ?? 0) / 1024;
}

function named(what: string, measured: Awaited<ReturnType<typeof measure>>) {
  return {
    [`${what} (s)`]: measured.seconds,
    [`${what}, CPU of the whole runtime, database with it (s)`]: measured.cpuSeconds,
    [`${what}, CPU of the busiest second (ms)`]: measured.busiestMs,
    [`${what}, memory beyond before of the whole runtime, most (MB)`]: measured.heldMb,
    [`${what}, longest that a read of the database beside it took (ms)`]: measured.slowestMs,
    [`${what}, reads that found a closed connection`]: measured.failedReads,
    [`${what}, the runtime went through without a restart`]: measured.isSamePid,
  };
}
