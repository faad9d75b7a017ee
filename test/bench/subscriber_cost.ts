import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findDatabase } from "../local_database.ts";
import { PanelClient } from "../system/panel_client.ts";
import { until } from "../system/start/product.ts";
import { type Audience, addSubscribers, configure, countDeliveries, publish } from "./audience.ts";
import { type MeteredProduct, startMetered } from "./metered.ts";
import { round } from "./run.ts";
import { type SmtpSink, startSmtpSink } from "./smtp_sink.ts";

const PEOPLE = 50_000;
const WARM_UPS = 200;
const SIGN_UPS = 500;
const LONGEST_MS = 20 * 60_000;

export async function measureSubscriberCost() {
  const sink = await startSmtpSink();
  const stateDir = mkdtempSync(join(tmpdir(), "uptide-bench-"));
  const audience: Audience = {
    type: "email",
    count: PEOPLE,
    smtpPort: sink.port,
    destination: (n) => `person${n}@example.com`,
  };
  let product = await startMetered(stateDir);
  try {
    await configure(await PanelClient.open(product.address), audience);
    await product.stop();
    const file = findDatabase(stateDir);
    await addSubscribers(file, audience, readFileSync(join(stateDir, "secret_key"), "utf8"));
    product = await startMetered(stateDir);
    const signUps = await measureSignUps(product, sink);
    return { ...signUps, ...(await measureEvent(product, file)) };
  } finally {
    await product.stop();
    sink.close();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

/** Includes objects, database and files, so it exceeds what the Worker is billed for. */
async function measureSignUps(product: MeteredProduct, sink: SmtpSink) {
  await signUpAll(product, { from: 0, count: WARM_UPS });
  await until(() => sink.taken.size >= WARM_UPS, LONGEST_MS);
  await product.read({ holdQueues: true });
  const before = product.cpuMs();
  await signUpAll(product, { from: WARM_UPS, count: SIGN_UPS });
  const answered = product.cpuMs();
  const { rowsWritten } = await product.read();
  await until(() => sink.taken.size >= WARM_UPS + SIGN_UPS, LONGEST_MS);
  return {
    "a sign-up of a known address: CPU of the whole runtime (ms)": round((answered - before) / SIGN_UPS, 1),
    "the same with what the queue does, and its mail (ms)": round((product.cpuMs() - before) / SIGN_UPS, 1),
    "D1 rows written for its answer": round(rowsWritten / SIGN_UPS, 1),
  };
}

async function measureEvent(product: MeteredProduct, file: string) {
  const panel = await PanelClient.open(product.address);
  await product.read();
  const highest = await product.watchHeap();
  const at = await publish(panel);
  await until(() => countDeliveries(file, "delivered") >= PEOPLE, LONGEST_MS);
  const ms = Date.now() - at;
  const { usedMb, takenMb } = highest();
  const reading = await product.read();
  return {
    "an event for 50,000: all sent and written down after (s)": round(ms / 1000, 0),
    "D1 rows written a subscriber": round(reading.rowsWritten / PEOPLE, 4),
    "slowest D1 statement (ms)": reading.slowestMs,
    "slowest reading, from asking to the answer (ms)": reading.slowestReadMs,
    "heap of the Worker's isolate with all objects, at its highest (MB)": usedMb,
    "taken for it (MB)": takenMb,
  };
}

/** One address may sign up five times. */
function clientOf(n: number): string {
  const client = Math.floor(n / 5);
  return `198.18.${client >> 8}.${client & 255}`;
}

async function signUpAll(
  { address }: MeteredProduct,
  { from, count }: { from: number; count: number },
): Promise<void> {
  for (let n = from; n < from + count; n++) {
    const response = await fetch(`${address}/api/v1/public/subscriptions`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "CF-Connecting-IP": clientOf(n) },
      body: JSON.stringify({ type: "email", email: `person${n}@example.com` }),
    });
    if (response.status !== 202) throw new Error(`A sign-up was returned ${response.status}.`);
    await response.text();
  }
}
