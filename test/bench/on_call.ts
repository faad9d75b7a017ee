import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PanelClient } from "../system/panel_client.ts";
import { until } from "../system/start/product.ts";
import { configure } from "./audience.ts";
import { type MeteredProduct, startMetered } from "./metered.ts";
import { apply, round } from "./run.ts";
import { type SmtpSink, startSmtpSink } from "./smtp_sink.ts";

const MONITORS = 1000;
const PEOPLE = 5;
const LONGEST_MS = 10 * 60_000;
const ADMIN = "/api/v1/admin";
const HOUR_MS = 3_600_000;

export async function measureOnCall() {
  const sink = await startSmtpSink();
  const stateDir = mkdtempSync(join(tmpdir(), "uptide-bench-"));
  const product = await startMetered(stateDir);
  try {
    const panel = await PanelClient.open(product.address);
    await configure(panel, { type: "email", count: 0, smtpPort: sink.port, destination: () => "" });
    await addChain(panel);
    const beats = await addMonitors(panel);
    return await measure({ product, sink, beats });
  } finally {
    await product.stop();
    sink.close();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

async function addChain(panel: PanelClient): Promise<void> {
  for (let n = 0; n < PEOPLE; n++) {
    await panel.post(`${ADMIN}/users`, { email: `person${n}@example.com`, role: "operator" });
  }
  const people = await panel.get<{ id: number; email: string }[]>(`${ADMIN}/on-call/people`);
  const rotation = {
    name: "Week",
    startsAt: Date.now() - HOUR_MS,
    shift: { every: 1, unit: "week" },
    handoverAt: "09:00",
    userIds: people.filter(({ email }) => email.startsWith("person")).map(({ id }) => id),
  };
  const { key } = await panel.post<{ key: string }>(`${ADMIN}/schedules`, {
    name: "Team",
    rotations: [rotation],
  });
  const steps = [
    { afterMinutes: 0, target: "on_call" },
    { afterMinutes: 1, target: "next" },
  ];
  const config = { scheduleKey: key, steps };
  const channel = { name: "Wake", type: "on_call", config, allMonitors: true };
  await panel.post(`${ADMIN}/notifications/channels`, channel);
}

async function addMonitors(panel: PanelClient): Promise<string[]> {
  const document = (n: number) =>
    `kind: Monitor\nkey: m${n}\nname: m${n}\ntype: webhook\nintervalSecs: 86400\n`;
  await apply(panel, Array.from({ length: MONITORS }, (_, n) => document(n)).join("---\n"));
  const monitors = await panel.get<{ heartbeatUrl: string }[]>(`${ADMIN}/monitors`);
  return monitors.map(({ heartbeatUrl }) => new URL(heartbeatUrl).pathname);
}

interface Scene {
  product: MeteredProduct;
  sink: SmtpSink;
  beats: readonly string[];
}

async function measure(scene: Scene) {
  await sendBeats(scene, "up");
  const first = await phase(scene, { mails: MONITORS, begin: () => sendBeats(scene, "down") });
  const second = await phase(scene, { mails: 2 * MONITORS, begin: async () => undefined });
  const end = await phase(scene, { mails: 4 * MONITORS, begin: () => sendBeats(scene, "up") });
  return {
    "first step: all 1,000 sent after (s)": first.secs,
    "D1 rows written an alert": first.rows,
    "CPU of the whole runtime an alert, its beat included (ms)": first.cpuMs,
    "second step: all 1,000 sent after (s)": second.secs,
    "D1 rows written a step": second.rows,
    "CPU of the whole runtime a step (ms)": second.cpuMs,
    "2,000 recoveries sent after (s)": end.secs,
    "D1 rows written a recovery of two people": end.rows,
    "slowest D1 statement (ms)": Math.max(first.slowestMs, second.slowestMs, end.slowestMs),
    "emails sent": sink(scene),
    "sent twice": [...scene.sink.taken.values()].filter((times) => times > 1).length,
  };
}

const sink = ({ sink: { taken } }: Scene) => taken.size;

async function phase(
  scene: Scene,
  { mails, begin }: { mails: number; begin(): Promise<void> },
): Promise<{ secs: number; rows: number; cpuMs: number; slowestMs: number }> {
  const { product } = scene;
  await product.read();
  const [at, before] = [Date.now(), product.cpuMs()];
  await begin();
  await until(() => sink(scene) >= mails, LONGEST_MS);
  const secs = round((Date.now() - at) / 1000, 1);
  const { rowsWritten, slowestMs } = await product.read();
  return {
    secs,
    rows: round(rowsWritten / MONITORS, 2),
    cpuMs: round((product.cpuMs() - before) / MONITORS, 2),
    slowestMs,
  };
}

async function sendBeats({ product, beats }: Scene, status: "up" | "down"): Promise<void> {
  for (const path of beats) {
    const response = await fetch(`${product.address}${path}?status=${status}`);
    if (!response.ok) throw new Error(`A heartbeat was answered ${response.status}.`);
    await response.text();
  }
}
