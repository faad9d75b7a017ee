import "../../scripts/worker_imports.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../../scripts/serve.ts";
import { BLOCK_DAYS, blockOf } from "../../src/domain/uptime/response_block.ts";
import {
  addResponse,
  emptyResponseTimes,
  encodeResponseDay,
  type ResponseTimes,
} from "../../src/domain/uptime/response_times.ts";
import { DAY_MS } from "../../src/lib/units.ts";
import type { UptimeReport } from "../../src/schema/report.ts";
import { type LocalDatabase, openDatabase } from "../local_database.ts";
import { PanelClient } from "../system/panel_client.ts";
import { freePort } from "../system/start/product.ts";

const MONITORS = 1000;
const OUTAGES = 50;
const TO = Date.UTC(2026, 0, 1, 13);
const FROM = TO - 366 * DAY_MS;
const TIMES = 3;

export async function measureReports() {
  const stateDir = mkdtempSync(join(tmpdir(), "uptide-reports-"));
  const port = await freePort();
  const runtime = await serve({ port, stateDir, variables: { LOG_LEVEL: "error" } });
  try {
    const address = `http://127.0.0.1:${port}`;
    const panel = await PanelClient.open(address);
    await fill(openDatabase(stateDir));
    const read = async (path: string) => {
      const startedAt = performance.now();
      const answer = await panel.read(`/api/v1/admin/reports/uptime${path}`);
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(text);
      return { text, ms: Math.round(performance.now() - startedAt) };
    };
    const range = `?from=${FROM}&to=${TO}`;
    await read(range);
    const fastest = async (path: string) => {
      const runs = [];
      // workerd sometimes closes the connection after a long streamed answer, and the next request fails.
      for (let i = 0; i < TIMES; i++) runs.push(await read(path).catch(async () => await read(path)));
      return runs.reduce((best, run) => (run.ms < best.ms ? run : best));
    };
    const total = await fastest(range);
    const daily = await fastest(`${range}&granularity=day&timezone=Europe/Warsaw`);
    const csv = await fastest(`/export${range}`);
    const { monitors } = JSON.parse(total.text) as UptimeReport;
    return {
      "totals (ms)": total.ms,
      "totals (KB)": Math.round(total.text.length / 1024),
      "every day (ms)": daily.ms,
      "every day (KB)": Math.round(daily.text.length / 1024),
      "CSV of totals (ms)": csv.ms,
      "monitors reported": monitors.length,
      "outages reported": monitors.reduce((sum, { outages }) => sum + outages, 0),
      "monitors with a p95": monitors.filter(({ response }) => response.p95 !== null).length,
    };
  } finally {
    await runtime.stop();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

async function fill(database: LocalDatabase): Promise<void> {
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
  const [first, last] = [Math.floor(FROM / DAY_MS), Math.floor(TO / DAY_MS)];
  const hours = encodeResponseDay(new Map(Array.from({ length: 24 }, (_, hour) => [hour, madeTimes(60)])));
  const days = encodeResponseDay(
    new Map(Array.from({ length: BLOCK_DAYS }, (_, day) => [day, madeTimes(1440)])),
  );
  const total = encodeResponseDay(new Map([[0, madeTimes(1440 * BLOCK_DAYS)]]));
  const blocks = Array.from({ length: blockOf(last) - blockOf(first) + 1 }, (_, i) => blockOf(first) + i);
  await database.batch([
    database
      .prepare("INSERT INTO response_days SELECT m.value + 1, d.value, ? FROM json_each(?) m, json_each(?) d")
      .bind(hours, numbers(MONITORS), JSON.stringify([first, last - 1, last])),
    database
      .prepare(
        `INSERT INTO response_blocks SELECT m.value + 1, b.value, min(?, b.value * ? + ? - 1), ?, ?
         FROM json_each(?) m, json_each(?) b`,
      )
      .bind(last - 2, BLOCK_DAYS, BLOCK_DAYS, total, days, numbers(MONITORS), JSON.stringify(blocks)),
  ]);
}

function madeTimes(checks: number): ResponseTimes {
  const times = emptyResponseTimes();
  for (let i = 0; i < checks; i++) addResponse(times, 80 + Math.round(320 * ((i * 0.618) % 1) ** 3));
  return times;
}
