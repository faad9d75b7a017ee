import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MirrorResponse } from "../../src/schema/mirror.ts";
import type { Monitor } from "../../src/schema/monitor.ts";
import { PanelClient } from "../system/panel_client.ts";
import { S3_BUCKET, S3_KEY, type S3Server, startS3 } from "../system/s3_server.ts";
import { until } from "../system/start/product.ts";
import { type MeteredProduct, type Profile, startMetered } from "./metered.ts";
import { quantile } from "./quantile.ts";
import { round, wait } from "./run.ts";

const MONITORS = 50;
const PUSHES = 4;
const AFTER_MS = 2000;

export async function measureMirror() {
  const s3 = await startS3();
  const stateDir = mkdtempSync(join(tmpdir(), "uptide-bench-"));
  const product = await startMetered(stateDir);
  try {
    const panel = await PanelClient.open(product.address);
    const monitors = await layOut(panel);
    const settings = { enabled: true, provider: "minio", bucket: S3_BUCKET, endpoint: s3.origin, ...S3_KEY };
    // Half a minute away from cron, which does other work.
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
    rmSync(stateDir, { recursive: true, force: true });
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

const readMirror = (panel: PanelClient) => panel.get<MirrorResponse>("/api/v1/admin/static-mirror");

async function follow(
  s3: S3Server,
  { product, panel, monitors }: { product: MeteredProduct; panel: PanelClient; monitors: readonly Monitor[] },
) {
  const begun = (await readMirror(panel)).pushes.length;
  const costs: Profile[] = [];
  s3.asked.length = 0;
  for (let n = 0; n < PUSHES; n++) {
    await beat(monitors.slice(0, 5), n % 2 === 0 ? "degraded" : "up");
    // Cron has finished, and the push is half a minute away.
    await wait((75_000 - (Date.now() % 60_000)) % 60_000);
    const stop = await product.profile();
    await until(() => s3.asked.length > n, 90_000);
    await wait(AFTER_MS);
    costs.push(await stop());
  }
  const own = (await readMirror(panel)).pushes.slice(begun);
  const ms = costs.map((cost) => cost.ms).toSorted((a, b) => a - b);
  return {
    pushes: own.length,
    "requests of a push where only statuses changed": round(s3.asked.length / own.length, 2),
    "bytes of a push, most (KB)": round(Math.max(...own.map(({ bytes }) => bytes)) / 1024, 1),
    "CPU of the Worker and its objects for a push, each (ms)": ms.map((one) => round(one, 1)).join(", "),
    "of it the garbage collector, each (ms)": costs
      .toSorted((a, b) => a.ms - b.ms)
      .map(({ garbageMs }) => round(garbageMs, 1))
      .join(", "),
    "median (ms)": round(quantile(ms, 0.5), 1),
    "most of it in": costs[0]?.slowest.join("; "),
    "time of a push, median (ms)": quantile(
      own.map((push) => push.ms),
      0.5,
    ),
  };
}
