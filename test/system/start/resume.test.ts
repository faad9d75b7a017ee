import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { PanelClient } from "../panel_client.ts";
import { isAlive, type Product, startProduct, until } from "./product.ts";

/** Shorter than the minute until cron finds lost work, and shorter than a claim. */
const AT_ONCE_MS = 30_000;

let stateDir = "";
let sink: Server;
let held: ServerResponse[] = [];
let isHolding = true;
let received = 0;
let product: Product;

beforeEach(async () => {
  stateDir = mkdtempSync(join(tmpdir(), "uptide-resume-"));
  [held, isHolding, received] = [[], true, 0];
  sink = createServer((request: IncomingMessage, response) => {
    request.resume();
    received += 1;
    if (isHolding) held.push(response);
    else response.end();
  }).listen(0, "127.0.0.1");
  await once(sink, "listening");
  product = await startProduct({ stateDir });
});

afterEach(async () => {
  await product.stop();
  sink.closeAllConnections();
  sink.close();
  rmSync(stateDir, { recursive: true, force: true });
});

async function openWithChannel(): Promise<PanelClient> {
  const panel = await PanelClient.open(product.address);
  const config = { url: `http://127.0.0.1:${(sink.address() as AddressInfo).port}/` };
  const channel = { name: "Sink", type: "webhook", allMonitors: true, config };
  await panel.post("/api/v1/admin/notifications/channels", channel);
  return panel;
}

async function alertOnItsWay(): Promise<PanelClient> {
  const panel = await openWithChannel();
  const monitor = { name: "Job", type: "webhook", config: {} };
  const { heartbeatUrl = "" } = await panel.post<Monitor>("/api/v1/admin/monitors", monitor);
  await fetch(`${heartbeatUrl}?status=down`);
  await until(() => held.length === 1);
  return panel;
}

async function startAgain(): Promise<PanelClient> {
  const port = Number(new URL(product.address).port);
  product = await startProduct({ stateDir, port });
  return await PanelClient.open(product.address);
}

async function statuses(panel: PanelClient): Promise<string[]> {
  const { items } = await panel.get<{ items: { status: string }[] }>(
    "/api/v1/admin/notifications/deliveries",
  );
  return items.map(({ status }) => status);
}

describe("npm start", () => {
  it("sends at once what maintenance held back of a manual monitor", async () => {
    isHolding = false;
    const root = "/api/v1/admin";
    const panel = await openWithChannel();
    const line = { name: "Phone line", type: "manual", config: {} };
    const { id } = await panel.post<Monitor>(`${root}/monitors`, line);
    const startsAt = Date.now() - 1000;
    const times = { startsAt, endsAt: startsAt + 3_600_000 };
    const window = { name: "Exchange", ...times, monitorIds: [id], notifySubscribers: false };
    const planned = await panel.post<{ id: number }>(`${root}/maintenance`, window);
    await panel.send("PUT", `${root}/monitors/${id}/status`, { status: "down", message: "No dial tone" });
    await until(async () => (await statuses(panel)).includes("suppressed"));
    expect(received).toBe(0);
    await panel.post(`${root}/maintenance/${planned.id}/end`);
    await product.stop();
    const again = await startAgain();
    await until(async () => (await statuses(again)).includes("delivered"), AT_ONCE_MS);
    expect(received).toBe(1);
  });

  it("continues at once with work interrupted by a kill", async () => {
    await alertOnItsWay();
    const pids = Object.values(product.pids());
    process.kill(-product.process.pid!, "SIGKILL");
    await until(() => pids.every((pid) => !isAlive(pid)));
    isHolding = false;
    const panel = await startAgain();
    await until(async () => (await statuses(panel)).includes("delivered"), AT_ONCE_MS);
    expect(received).toBe(2);
  });

  it.each([
    ["SIGTERM", () => product.process.kill("SIGTERM")],
    ["Ctrl+C, which reaches every process", () => process.kill(-product.process.pid!, "SIGINT")],
  ])("finishes sending before it stops by %s, without sending again", async (_, stop) => {
    await alertOnItsWay();
    stop();
    await until(() => product.output().includes("Stopping"));
    held[0]?.end();
    await until(() => product.process.exitCode !== null || product.process.signalCode !== null);
    const panel = await startAgain();
    expect([await statuses(panel), received]).toEqual([["delivered"], 1]);
  });
});
