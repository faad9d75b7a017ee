import "../../scripts/worker_imports.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../../scripts/serve.ts";
import { openDb } from "../../src/data/db.ts";
import { listSegments } from "../../src/data/history.ts";
import { computeUptime } from "../../src/domain/uptime/uptime.ts";
import { freePort } from "../system/start/product.ts";

const MONITORS = 1000;
const OUTAGES = 50;
const DAY_MS = 86_400_000;
const TO = Date.UTC(2026, 0, 1);
const FROM = TO - 366 * DAY_MS;

/** Uptime of a thousand monitors over 366 days with fifty outages each, from D1 to the last figure. */
export async function measureUptime() {
  const stateDir = mkdtempSync(join(tmpdir(), "uptide-uptime-"));
  const port = await freePort();
  const miniflare = await serve({ port, stateDir, variables: { LOG_LEVEL: "error" } });
  try {
    await fetch(`http://127.0.0.1:${port}/api/v1/setup/status`);
    const database = (await miniflare.getD1Database("DB")) as unknown as D1Database;
    await fill(database);
    const range = { from: FROM, to: TO };
    const ids = Array.from({ length: MONITORS }, (_, i) => i + 1);
    const startedAt = performance.now();
    const segments = await listSegments(openDb(database), ids, range);
    const readMs = performance.now() - startedAt;
    let sum = 0;
    for (const own of segments.values())
      sum += computeUptime(own, { ...range, windows: [], knownUntil: TO }).uptime ?? 0;
    const allMs = performance.now() - startedAt;
    return {
      "all of it (ms)": Math.round(allMs),
      "reading, with the way to Node and back (ms)": Math.round(readMs),
      "rows in the history": MONITORS * (OUTAGES * 2 + 1),
      "rows answered": [...segments.values()].reduce((rows, own) => rows + own.length, 0),
      "rows read by the database": await rowsRead(database, ids),
      "mean uptime": Number((sum / MONITORS).toFixed(4)),
    };
  } finally {
    await miniflare.dispose();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

async function fill(database: D1Database): Promise<void> {
  const numbers = (count: number) => JSON.stringify(Array.from({ length: count }, (_, i) => i));
  const gap = (TO - FROM) / (OUTAGES + 1);
  await database.batch([
    database
      .prepare(
        `INSERT INTO monitors (id, key, name, type, interval_secs, timeout_ms, retries, failure_threshold,
           recovery_threshold, config, tags, paused, created_at, updated_at)
         SELECT value + 1, 'm' || value, 'm' || value, 'https', 60, 10000, 1, 1, 1, '{}', '[]', 1, 0, 0 FROM json_each(?)`,
      )
      .bind(numbers(MONITORS)),
    database
      .prepare(
        `INSERT INTO monitor_history (monitor_id, from_at, to_at, state, message)
         SELECT m.value + 1, ? + CAST(((o.value + 1) / 2) * ? AS INTEGER) + (o.value % 2 = 0 AND o.value > 0) * 600000,
                CASE WHEN o.value = ? THEN NULL
                     ELSE ? + CAST(((o.value + 2) / 2) * ? AS INTEGER) + (o.value % 2 = 1) * 600000 END,
                CASE o.value % 2 WHEN 0 THEN 'up' ELSE 'down' END, ''
         FROM json_each(?) m, json_each(?) o`,
      )
      .bind(FROM, gap, OUTAGES * 2, FROM, gap, numbers(MONITORS), numbers(OUTAGES * 2 + 1)),
  ]);
}

/** Asks once more, past drizzle, which keeps the account to itself. */
async function rowsRead(database: D1Database, ids: readonly number[]): Promise<number> {
  const { meta } = await database
    .prepare(
      `SELECT count(*) FROM json_each(?) JOIN monitor_history ON monitor_id = value AND from_at < ?
         AND from_at >= coalesce((SELECT max(h.from_at) FROM monitor_history h
                                  WHERE h.monitor_id = value AND h.from_at <= ?), ?)`,
    )
    .bind(JSON.stringify(ids), TO, FROM, FROM)
    .all();
  return meta.rows_read;
}
