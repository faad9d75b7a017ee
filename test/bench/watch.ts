import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { unpackTick } from "../../src/domain/uptime/packing.ts";
import { PanelClient } from "../system/panel_client.ts";
import { type Product, startProduct, until } from "../system/start/product.ts";
import { measureBareFetch } from "./bare.ts";
import { quantile } from "./quantile.ts";
import { cpuMs, round, wait, withProduct } from "./run.ts";

interface Health {
  watches: {
    monitors: number;
    cost: { checks: number; requests: number; rowsWritten: number; databaseRowsWritten: number } | null;
  }[];
}

const SECS = 1000;

export async function measureCost() {
  const steady = await measureSteady();
  return { ...steady, ...(await measurePlaces()) };
}

async function measurePlaces() {
  return await withProduct({ monitors: 1, intervalSecs: 900 }, async ({ panel, target }) => {
    const [monitor] = await panel.get<{ id: number }[]>("/api/v1/admin/monitors");
    const path = `/api/v1/admin/monitors/${monitor?.id}`;
    await panel.send("PATCH", path, { locations: ["wnam", "enam", "weur", "eeur", "apac"] });
    const check = async () => {
      const before = total(await panel.get<Health>("/api/v1/admin/system-health"));
      await panel.post(`${path}/check-now`);
      const after = total(await panel.get<Health>("/api/v1/admin/system-health"));
      return {
        requests: after.requests - before.requests,
        rows: after.rowsWritten + after.databaseRowsWritten - before.rowsWritten - before.databaseRowsWritten,
      };
    };
    await check();
    const fine = await check();
    target.failingOnce.add("/m0");
    const split = await check();
    return {
      "object requests of a failing check asked from five places, its alarm among them":
        1 + split.requests - fine.requests,
      "rows written more than by a good check, where the places disagree": split.rows - fine.rows,
    };
  });
}

/** Ids begin at 1, so the first watch has 31 of its 32. */
async function measureSteady() {
  return await withProduct({ monitors: 31, intervalSecs: 60 }, async ({ panel }) => {
    const before = total(await panel.get<Health>("/api/v1/admin/system-health"));
    await wait(180 * SECS);
    const after = total(await panel.get<Health>("/api/v1/admin/system-health"));
    const checks = after.checks - before.checks;
    const rows =
      after.rowsWritten + after.databaseRowsWritten - before.rowsWritten - before.databaseRowsWritten;
    return {
      checks,
      "rows written per check, minutes without the hour": round(rows / checks, 3),
      "rows written per check, with the hour's and the week's": round(
        rows / checks + (2 + 3 / 32) / 60 + 1 / 32,
        3,
      ),
      "object requests per check": round((after.requests - before.requests) / checks, 3),
      "D1 rows per monitor and day (one an hour)":
        24 + (after.databaseRowsWritten - before.databaseRowsWritten),
    };
  });
}

export async function measureLoad() {
  const monitors = 1000;
  return await withProduct(
    { monitors, intervalSecs: 10, delayMs: 20 },
    async ({ panel, target, product, stateDir }) => {
      await wait(20 * SECS);
      const cpuBefore = cpuMs(product.pids().workerd);
      target.hits.clear();
      await wait(180 * SECS);
      const cpu = cpuMs(product.pids().workerd) - cpuBefore;
      const times = [...target.hits.values()];
      const checks = times.reduce((sum, own) => sum + own.length, 0);
      const gaps = times.flatMap((own) => own.slice(1).map((at, i) => at - own[i]!));
      const late = times.flatMap(latenessOf);
      const statuses = await panel.get<{ currentStatus: string }[]>("/api/v1/admin/monitors");
      return {
        checks,
        expected: monitors * 18,
        "gaps that a lost check left (over 15 s)": gaps.filter((gap) => gap > 15_000).length,
        "doubled checks (under 5 s)": gaps.filter((gap) => gap < 5_000).length,
        "lateness against the grid, median (ms)": round(quantile(late, 0.5), 1),
        "lateness against the grid, p99 (ms)": round(quantile(late, 0.99), 1),
        "workerd CPU per check (ms)": round(cpu / checks, 2),
        "bare Worker, CPU per fetch (ms)": await measureBareFetch(target.address),
        "bytes stored per check": round(await bytesPerCheck(product, stateDir), 1),
        "monitors not up at the end": statuses.filter(({ currentStatus }) => currentStatus !== "up").length,
      };
    },
  );
}

export async function measureEndurance() {
  return await withProduct({ monitors: 200, intervalSecs: 10, delayMs: 20 }, async ({ target }) => {
    await wait(12 * SECS);
    target.hits.clear();
    await wait(900 * SECS);
    const times = [...target.hits.values()];
    const gaps = times.flatMap((own) => own.slice(1).map((at, i) => at - own[i]!));
    return {
      checks: times.reduce((sum, own) => sum + own.length, 0),
      expected: 200 * 90,
      "gaps that a lost check left (over 15 s)": gaps.filter((gap) => gap > 15_000).length,
      "doubled checks (under 5 s)": gaps.filter((gap) => gap < 5_000).length,
    };
  });
}

export async function measureKills() {
  const monitors = 100;
  return await withProduct({ monitors, intervalSecs: 10, delayMs: 20 }, async (run) => {
    const port = Number(new URL(run.product.address).port);
    for (let kill = 0; kill < 20; kill++) {
      if (kill === 2) for (let n = 0; n < monitors / 2; n++) run.target.failing.add(`/m${n}`);
      await wait(1000 + ((kill * 737) % 4000));
      process.kill(-run.product.process.pid!, "SIGKILL");
      run.product = await startProduct({ stateDir: run.stateDir, port });
    }
    run.target.hits.clear();
    await until(() => run.target.hits.size === monitors, 60_000);
    await wait(2000);
    const panel = await PanelClient.open(run.product.address);
    const rows =
      await panel.get<{ id: number; name: string; currentStatus: string }[]>("/api/v1/admin/monitors");
    let outages = 0;
    for (const { id } of rows) {
      const timeline = await panel.get<{ state: string }[]>(`/api/v1/admin/monitors/${id}/timeline`);
      outages += timeline.filter(({ state }) => state === "down").length;
    }
    return {
      "monitors that go on": run.target.hits.size,
      "monitors with the status they should have": rows.filter(({ name, currentStatus }) => {
        return Number(name.slice(1)) < monitors / 2 === (currentStatus === "down");
      }).length,
      "outages in the history (one for each failing monitor)": outages,
      "expected outages": monitors / 2,
    };
  });
}

export async function measureTelling() {
  return await withProduct({ monitors: 50, intervalSecs: 10 }, async ({ panel, target }) => {
    await wait(12 * SECS);
    const delays: number[] = [];
    await panel.follow("/api/v1/admin/monitors/events", ({ event, data, at }) => {
      if (event === "hello") target.failing.add("*");
      if (event !== "check" || data["status"] !== "down") return false;
      const failedAt = Math.min(...[...target.failedAt.values()].filter((time) => time <= at));
      delays.push(at - Math.max(failedAt, Number(data["checkedAt"])));
      return delays.length === 50;
    });
    return {
      "check's end to SSE event, median (ms)": quantile(delays, 0.5),
      "slowest (ms)": Math.max(...delays),
    };
  });
}

export function latenessOf(times: readonly number[]): number[] {
  const phases = times.map((at) => at % 10_000).sort((a, b) => a - b);
  const earliest = phases[0] ?? 0;
  return phases.map((phase) => Math.min(phase - earliest, 10_000 - (phase - earliest)));
}

function total({ watches }: Health) {
  const sum = { checks: 0, requests: 0, rowsWritten: 0, databaseRowsWritten: 0 };
  for (const { cost } of watches) {
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += cost?.[name] ?? 0;
  }
  return sum;
}

/** Includes ten bytes for each row's head and key. */
async function bytesPerCheck(product: Product, stateDir: string): Promise<number> {
  await product.stop();
  const folder = join(stateDir, "do", "uptide-Watch");
  let [bytes, checks] = [0, 0];
  for (const name of readdirSync(folder).filter(
    (file) => file.endsWith(".sqlite") && file !== "metadata.sqlite",
  )) {
    const database = new DatabaseSync(join(folder, name));
    for (const { results } of database.prepare("SELECT results FROM ticks").all()) {
      bytes += (results as Uint8Array).length + 10;
      checks += unpackTick(results as Uint8Array).length;
    }
    database.close();
  }
  return bytes / checks;
}
