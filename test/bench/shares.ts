import { readFileSync } from "node:fs";
import { PanelClient } from "../system/panel_client.ts";
import { startProduct } from "../system/start/product.ts";
import { startBare } from "./bare.ts";
import { layOut, wrk } from "./page.ts";
import { quantile } from "./quantile.ts";
import { type Run, round, wait, withProduct } from "./run.ts";

const ROUNDS = 3;
const VIEWS = 100_000;
const REST_MS = 30_000;
const ALONE_SECS = 40;
const TOGETHER_SECS = 60;

export async function measureServing() {
  const fresh = await measureFresh();
  const bare = await startBare();
  try {
    return await withProduct({ monitors: 50, intervalSecs: 60 }, async (run) => {
      await layOut(run);
      const { address } = run.product;
      const rates = {
        hello: [] as number[],
        health: [] as number[],
        page: [] as number[],
        raw: [] as number[],
      };
      for (let n = 0; n < ROUNDS; n++) {
        rates.hello.push(wrk(`${bare.address}/`, { seconds: 4 }).rate);
        rates.health.push(wrk(`${address}/health`, { seconds: 4 }).rate);
        rates.page.push(wrk(`${address}/`, { seconds: 4 }).rate);
        rates.raw.push(wrk(`${address}/`, { seconds: 4, encoding: "identity" }).rate);
      }
      const shareOf = (own: readonly number[]) =>
        round(
          quantile(
            own.map((rate, at) => rate / (rates.hello[at] ?? 0)),
            0.5,
          ),
          2,
        );
      return {
        "bare hello, a second": Math.round(quantile(rates.hello, 0.5)),
        "page, a second": Math.round(quantile(rates.page, 0.5)),
        "page, share of bare": shareOf(rates.page),
        "page unpacked, share of bare": shareOf(rates.raw),
        "/health, share of bare": shareOf(rates.health),
        "workerd fresh, resident (MB)": fresh,
        "workerd after 100,000 views and a rest, resident (MB)": await measureMemory(run.product),
        "bare Worker after as many, resident (MB)": residentMb(bare.pid),
      };
    });
  } finally {
    await bare.stop();
  }
}

async function measureFresh(): Promise<number> {
  const product = await startProduct();
  await (await fetch(product.address)).text();
  await wait(2000);
  const mb = residentMb(product.pids().workerd);
  await product.stop();
  return mb;
}

async function measureMemory(product: Run["product"]): Promise<number> {
  let views = 0;
  for (let n = 0; views < VIEWS && n < 60; n++)
    views += wrk(`${product.address}/`, { seconds: 4, encoding: n % 2 ? "identity" : "gzip" }).answers;
  await wait(REST_MS);
  return residentMb(product.pids().workerd);
}

export async function measureTimes() {
  const alone = await timesOf(1, ALONE_SECS);
  const together = await timesOf(31, TOGETHER_SECS);
  return {
    "alone, median (ms)": quantile(alone, 0.5),
    "31 together, median (ms)": quantile(together, 0.5),
    "31 together, p99 (ms)": quantile(together, 0.99),
  };
}

async function timesOf(monitors: number, seconds: number): Promise<number[]> {
  return await withProduct({ monitors, intervalSecs: 10, delayMs: 20 }, async ({ product }) => {
    const panel = await PanelClient.open(product.address);
    await wait(11_000);
    const times: number[] = [];
    const until = Date.now() + seconds * 1000;
    await panel.follow("/api/v1/admin/monitors/events", ({ event, data }) => {
      if (event === "check") times.push(Number(data["responseMs"]));
      return Date.now() > until;
    });
    return times;
  });
}

function residentMb(pid: number): number {
  const [, kb = 0] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kb) / 1024);
}
