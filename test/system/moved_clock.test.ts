import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "../../src/schema/channel.ts";
import type { Delivery } from "../../src/schema/delivery.ts";
import type { Monitor } from "../../src/schema/monitor.ts";
import type { UptimeReport } from "../../src/schema/report.ts";
import { moveState } from "../upgrade/move_state.ts";
import { PanelClient } from "./panel_client.ts";
import { type Product, startProduct, until } from "./start/product.ts";
import { startTarget, type Target } from "./target.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ROOT = "/api/v1/admin";
/** An interval of 10 seconds and a grace of one more. */
const WINDOW_MS = 11_000;
let stateDir: string;
let target: Target;
let product: Product;
let panel: PanelClient;

beforeEach(async () => {
  stateDir = mkdtempSync(join(tmpdir(), "uptide-clock-"));
  target = await startTarget();
  product = await startProduct({ stateDir });
  panel = await PanelClient.open(product.address);
});

afterEach(async () => {
  await product.stop();
  await target.close();
  rmSync(stateDir, { recursive: true, force: true });
});

async function turnClock(byMs: number): Promise<number> {
  await product.stop();
  moveState(stateDir, { byMs: -byMs });
  const startedAt = Date.now();
  product = await startProduct({ stateDir, port: Number(new URL(product.address).port) });
  panel = await PanelClient.open(product.address);
  return startedAt;
}

function quietBetween(from: number, to: number): object {
  const clock = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(11, 16);
  const [start, end] = [clock(from), clock(to)];
  return { quietHours: { enabled: true, start, end, timezone: "UTC", mode: "defer" } };
}

async function addChannel(name: string, alertPolicy: object = {}): Promise<Channel> {
  const config = { url: `${target.address}/${name}`, signingSecret: "a secret" };
  const body = { name, type: "webhook", config, alertPolicy };
  return await panel.post<Channel>(`${ROOT}/notifications/channels`, body);
}

async function addMonitor(name: string, channels: readonly Channel[], body: object = {}): Promise<Monitor> {
  const config = { url: `${target.address}/${name}` };
  const monitor = await panel.post<Monitor>(`${ROOT}/monitors`, {
    name,
    type: "https",
    intervalSecs: 10,
    failureThreshold: 1,
    config,
    ...body,
  });
  const channelIds = channels.map(({ id }) => id);
  await panel.send("PUT", `${ROOT}/notifications/monitor/${monitor.id}/channels`, { channelIds });
  return monitor;
}

function received(path: string): string[] {
  const own = target.posted.filter((one) => one.path === `/${path}`);
  return own.map(({ body }) => (JSON.parse(body) as { title: string }).title);
}

async function findHeld({ id }: Channel): Promise<Delivery | undefined> {
  const path = `${ROOT}/notifications/deliveries?channelId=${id}&status=pending`;
  return (await panel.get<{ items: Delivery[] }>(path)).items[0];
}

const timelineOf = async ({ id }: Monitor) =>
  await panel.get<{ state: string; from: number }[]>(`${ROOT}/monitors/${id}/timeline`);

const checkNow = async ({ id }: Monitor) => await panel.post(`${ROOT}/monitors/${id}/check-now`, {});

async function secondsOf({ id }: Monitor, span: { from: number; to: number }) {
  const query = new URLSearchParams({ from: `${span.from}`, to: `${span.to}`, monitorIds: `${id}` });
  const { monitors } = await panel.get<UptimeReport>(`${ROOT}/reports/uptime?${query}`);
  return monitors[0]!.seconds;
}

const lastState = async (monitor: Monitor) => (await timelineOf(monitor)).at(-1)?.state;

async function recently(monitor: Monitor) {
  const to = Date.now();
  return await secondsOf(monitor, { from: to - 10 * MINUTE_MS, to });
}

async function expectGap(monitor: Monitor, { from, to }: { from: number; to: number }): Promise<void> {
  const { up, down, noData } = await secondsOf(monitor, { from, to });
  expect({ up, down }).toEqual({ up: 0, down: 0 });
  expect(noData).toBeCloseTo((to - from) / 1000, 0);
}

describe("a product whose clock changes", () => {
  it(
    "sends only true alerts, and held ones once: ahead, back, after a short stop and after a day",
    async () => {
      const open = await addChannel("open");
      const readTimeout = await addChannel("soon", quietBetween(-0.2, 1));
      const late = await addChannel("late", quietBetween(-0.2, 5));
      const night = await addChannel("night", quietBetween(1.75, 3));
      const steady = await addMonitor("steady", [open]);
      const broken = await addMonitor("broken", [open, readTimeout, late, night]);
      // Only now: an alert before the channels are linked would notify nobody.
      target.failing.add("/broken");
      await checkNow(broken);
      const second = await addMonitor("second", [night]);
      const beat = await addMonitor("beat", [open], { type: "webhook", config: { graceSecs: 1 } });
      const ping = () => fetch(product.address + new URL(beat.heartbeatUrl!).pathname);
      await until(() => received("open").length === 1 && received("night").length === 1);
      await until(async () => Boolean((await findHeld(readTimeout)) && (await findHeld(late))));
      await until(async () => (await lastState(steady)) === "up");
      await ping();

      // Two hours ahead: some quiet hours have ended and others have begun.
      let startedAt = await turnClock(2 * HOUR_MS);
      await Promise.all([checkNow(steady), checkNow(broken)]);
      await ping();
      await expectGap(steady, { from: startedAt - 2 * HOUR_MS + MINUTE_MS, to: startedAt - 1 });
      target.failing.add("/second");
      await checkNow(second);
      await until(() => received("soon").length === 1);
      await until(async () => Boolean(await findHeld(night)));
      expect((await findHeld(night))?.heldUntil).toBeGreaterThan(Date.now());
      expect((await findHeld(late))?.heldUntil).toBeGreaterThan(Date.now());

      // An hour back: checks continue, and so do the quiet hours.
      await ping();
      target.hits.clear();
      startedAt = await turnClock(-HOUR_MS);
      await until(async () => (await lastState(steady)) === "up" && (await lastState(broken)) === "down");
      await until(() => target.hits.has("/steady") && target.hits.has("/broken"));
      await until(async () => (await lastState(second)) === "down");
      for (const monitor of [steady, broken]) {
        const { up, down, noData } = await recently(monitor);
        expect(up + down + noData).toBeCloseTo(600, 0);
        expect(Math.min(up, down, noData)).toBeGreaterThanOrEqual(0);
        const spans = (await timelineOf(monitor)) as { from: number; to?: number | null }[];
        expect(spans.filter(({ from, to }) => from > Date.now() || (to ?? Infinity) <= from)).toEqual([]);
      }
      expect((await findHeld(night))?.heldUntil).toBeGreaterThan(Date.now());
      expect((await findHeld(late))?.heldUntil).toBeGreaterThan(Date.now());
      expect([received("soon"), received("late"), received("night")]).toEqual([
        ["broken is down"],
        [],
        ["broken is down"],
      ]);

      // The heartbeat was due during the short stop, and gets a whole window from the start.
      await ping();
      startedAt = await turnClock(MINUTE_MS);
      await Promise.all([checkNow(steady), checkNow(broken)]);
      await until(() => received("open").includes("beat is down"));
      expect(received("open")).toEqual(["broken is down", "beat is down"]);
      const missed = (await timelineOf(beat)).findLast(({ state }) => state === "down");
      expect(missed?.from).toBeGreaterThanOrEqual(startedAt + WINDOW_MS);

      // Stopped for more than a day: the held alert is sent once.
      startedAt = await turnClock(30 * HOUR_MS);
      await Promise.all([checkNow(steady), checkNow(broken)]);
      await until(() => received("late").length > 0 && received("night").length > 1);
      // The first hour was recorded before the clock went back, and is kept.
      await expectGap(steady, { from: startedAt - 28 * HOUR_MS, to: startedAt - 1 });
      expect(await lastState(steady)).toBe("up");
      expect([received("soon"), received("late")]).toEqual([["broken is down"], ["broken is down"]]);
      expect(received("night")).toEqual(["broken is down", "second is down"]);
      expect(received("open")).toEqual(["broken is down", "beat is down"]);
    },
    5 * MINUTE_MS,
  );
});
