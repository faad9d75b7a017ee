import { readdirSync, readFileSync } from "node:fs";
import type { MirrorAnswer } from "../../src/schema/mirror.ts";
import type { Monitor } from "../../src/schema/monitor.ts";
import { PanelClient } from "../system/panel_client.ts";
import { S3_BUCKET, S3_KEY, type S3Server, startS3 } from "../system/s3_server.ts";
import { type Product, startProduct, until } from "../system/start/product.ts";
import { round, wait } from "./run.ts";

const MONITORS = 50;
const PUSHES = 3;
const AROUND_MS = 1000;
const SAMPLE_MS = 20;

interface Sample {
  at: number;
  cpuMs: number;
}

/** A page of 50 monitors whose statuses change between the pushes of each minute. */
export async function measureMirror() {
  const s3 = await startS3();
  const product = await startProduct();
  try {
    const panel = await PanelClient.open(product.address);
    const monitors = await layOut(panel);
    const settings = { enabled: true, provider: "minio", bucket: S3_BUCKET, endpoint: s3.origin, ...S3_KEY };
    // Half a minute from cron, which has work of its own.
    await wait((90_000 - (Date.now() % 60_000)) % 60_000);
    await panel.send("PUT", "/api/v1/admin/static-mirror", { ...settings, intervalSecs: 60 });
    await until(async () => (await readMirror(panel)).status.state === "up_to_date");
    const [first] = (await readMirror(panel)).pushes;
    const steady = await follow(s3, { product, panel, monitors });
    return {
      "first push, files": first?.uploaded,
      "first push (ms)": first?.ms,
      ...steady,
    };
  } finally {
    await product.stop();
    await s3.stop();
  }
}

async function layOut(panel: PanelClient): Promise<Monitor[]> {
  for (let n = 0; n < MONITORS; n++) {
    const monitor = { name: `Service number ${n}`, type: "webhook", config: {}, intervalSecs: 3600 };
    await panel.post("/api/v1/admin/monitors", monitor);
  }
  const monitors = await panel.get<Monitor[]>("/api/v1/admin/monitors");
  const children = monitors.map(({ id }) => ({ id: `m${id}`, type: "monitor", monitorId: id }));
  await panel.send("PUT", "/api/v1/admin/layout", { tree: { id: "root", type: "page", children } });
  await beat(monitors, "up");
  return monitors;
}

async function beat(monitors: readonly Monitor[], status: string): Promise<void> {
  for (const { heartbeatUrl } of monitors) await fetch(`${heartbeatUrl}?status=${status}&ms=20`);
}

const readMirror = (panel: PanelClient) => panel.get<MirrorAnswer>("/api/v1/admin/static-mirror");

async function follow(
  s3: S3Server,
  { product, panel, monitors }: { product: Product; panel: PanelClient; monitors: readonly Monitor[] },
) {
  const { workerd } = product.pids();
  const samples: Sample[] = [];
  const timer = setInterval(() => samples.push({ at: Date.now(), cpuMs: cpuMs(workerd) }), SAMPLE_MS);
  const begun = (await readMirror(panel)).pushes.length;
  s3.asked.length = 0;
  for (let n = 0; n < PUSHES; n++) {
    await beat(monitors.slice(0, 5), n % 2 === 0 ? "degraded" : "up");
    await until(() => s3.asked.length > n, 90_000);
    await wait(5000);
  }
  const { pushes } = await readMirror(panel);
  await panel.send("PUT", "/api/v1/admin/static-mirror", { enabled: false });
  const reads = await readPage(product, monitors);
  clearInterval(timer);
  const own = pushes.slice(begun);
  const costs = own.map(({ at, ms }) => spentIn(samples, at - AROUND_MS, at + ms + AROUND_MS));
  const baseline = reads.map(({ at, ms }) => spentIn(samples, at - AROUND_MS, at + ms + AROUND_MS));
  return {
    pushes: own.length,
    "requests of a push where only statuses changed": round(s3.asked.length / own.length, 2),
    "bytes of a push, most (KB)": round(Math.max(...own.map(({ bytes }) => bytes)) / 1024, 1),
    "workerd CPU around a push, page and D1 with it, median (ms)": round(median(costs), 1),
    "workerd CPU around reading the page alone, median (ms)": round(median(baseline), 1),
    "workerd CPU of a push beyond that (ms)": round(median(costs) - median(baseline), 1),
    "time of a push, median (ms)": median(own.map(({ ms }) => ms)),
  };
}

/** What a push does first, by itself: the page is read anew where nobody has looked at it for a minute. */
async function readPage({ address }: Product, monitors: readonly Monitor[]) {
  const reads: { at: number; ms: number }[] = [];
  for (let n = 0; n < PUSHES; n++) {
    await beat(monitors.slice(0, 5), n % 2 === 0 ? "up" : "degraded");
    await wait((90_000 - (Date.now() % 60_000)) % 60_000 || 60_000);
    const at = Date.now();
    await (await fetch(`${address}/api/v1/public/page`)).text();
    reads.push({ at, ms: Date.now() - at });
    await wait(5000);
  }
  return reads;
}

function spentIn(samples: readonly Sample[], from: number, to: number): number {
  const within = samples.filter(({ at }) => at >= from && at <= to);
  return (within.at(-1)?.cpuMs ?? 0) - (within[0]?.cpuMs ?? 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Of all its threads, in nanoseconds as the scheduler counts them. */
function cpuMs(pid: number): number {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = tasks.map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}
