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
/** An interval of 10 seconds and a grace of 10 more. */
const WINDOW_MS = 20_000;
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

/** Stops it, and starts it again with a clock that is so much further. */
async function turnClock(byMs: number): Promise<number> {
  await product.stop();
  moveState(stateDir, { byMs: -byMs });
  const startedAt = Date.now();
  product = await startProduct({ stateDir, port: Number(new URL(product.address).port) });
  panel = await PanelClient.open(product.address);
  return startedAt;
}

/** Quiet from a while ago until so many hours from now. */
function quietFor(hours: number): object {
  const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
  const [start, end] = [clock(Date.now() - 10 * MINUTE_MS), clock(Date.now() + hours * HOUR_MS)];
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
    ...{ name, type: "https", intervalSecs: 10, config, ...body },
  });
  const channelIds = channels.map(({ id }) => id);
  await panel.send("PUT", `${ROOT}/notifications/monitor/${monitor.id}/channels`, { channelIds });
  return monitor;
}

/** What came there, in order. */
function told(path: string): string[] {
  const own = target.posted.filter((one) => one.path === `/${path}`);
  return own.map(({ body }) => (JSON.parse(body) as { title: string }).title);
}

async function findHeld({ id }: Channel): Promise<Delivery | undefined> {
  const path = `${ROOT}/notifications/deliveries?channelId=${id}&status=pending`;
  return (await panel.get<{ items: Delivery[] }>(path)).items[0];
}

const timelineOf = async ({ id }: Monitor) =>
  await panel.get<{ state: string; from: number }[]>(`${ROOT}/monitors/${id}/timeline`);

async function untilChecked(name: string): Promise<void> {
  target.hits.clear();
  await until(() => (target.hits.get(`/${name}`)?.length ?? 0) >= 2);
}

async function secondsOf({ id }: Monitor, span: { from: number; to: number }) {
  const query = new URLSearchParams({ from: `${span.from}`, to: `${span.to}`, monitorIds: `${id}` });
  const { monitors } = await panel.get<UptimeReport>(`${ROOT}/reports/uptime?${query}`);
  return monitors[0]!.seconds;
}

describe("a product whose clock is moved", () => {
  it.each([
    ["two hours ahead", 2],
    ["an hour back", -1],
    ["ahead by a stop of a day", 24],
  ])(
    "tells what is true alone, %s",
    async (_name, hours) => {
      const open = await addChannel("open");
      const [soon, late] = [await addChannel("soon", quietFor(1)), await addChannel("late", quietFor(5))];
      const steady = await addMonitor("steady", [open]);
      target.failing.add("/broken");
      await addMonitor("broken", [open, soon, late]);
      const beat = await addMonitor("beat", [open], { type: "webhook", config: { graceSecs: 10 } });
      const ping = () => fetch(product.address + new URL(beat.heartbeatUrl!).pathname);
      await until(() => told("open").length === 1);
      await until(async () => Boolean((await findHeld(soon)) && (await findHeld(late))));
      await until(async () => (await timelineOf(steady)).at(-1)?.state === "up");
      await ping();

      const startedAt = await turnClock(hours * HOUR_MS);
      const [isSoonDue, isLateDue] = [hours >= 1, hours >= 5];
      await untilChecked("broken");
      await untilChecked("steady");
      await until(() => told("soon").length === (isSoonDue ? 1 : 0));
      await until(() => told("late").length === (isLateDue ? 1 : 0));
      const left = [await findHeld(soon), await findHeld(late)];
      expect(left.map((held) => (held?.heldUntil ?? 0) > Date.now())).toEqual([!isSoonDue, !isLateDue]);
      expect((await timelineOf(steady)).map(({ state }) => state)).not.toContain("down");

      // Nobody beats it any more: that is told once its whole window from the start on has passed.
      await until(() => told("open").length === 2, 2 * MINUTE_MS);
      expect(told("open")).toEqual(["broken is down", "beat is down"]);

      if (hours > 0) {
        const missed = (await timelineOf(beat)).find(({ state }) => state === "down");
        expect(missed?.from).toBeGreaterThanOrEqual(startedAt + WINDOW_MS);
        const away = { from: startedAt - hours * HOUR_MS + MINUTE_MS, to: startedAt - 1 };
        const { up, down, noData } = await secondsOf(steady, away);
        expect({ up, down }).toEqual({ up: 0, down: 0 });
        expect(noData).toBeCloseTo((away.to - away.from) / 1000, 0);
      }

      await turnClock(6 * HOUR_MS);
      await untilChecked("broken");
      await until(() => told("soon").length > 0 && told("late").length > 0);
      expect([told("soon"), told("late")]).toEqual([["broken is down"], ["broken is down"]]);
      expect(told("open")).toEqual(["broken is down", "beat is down"]);
    },
    6 * MINUTE_MS,
  );
});
