import { runInDurableObject } from "cloudflare:test";
import { expect, inject, vi } from "vitest";
import type { Alerts } from "../../../durable/alerts/alerts.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import type { Delivery } from "../../../src/schema/delivery.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { eventually } from "../../eventually.ts";
import type { Wired } from "./peers.ts";

export const ROOT = "/api/v1/admin";
export const MINUTE = 60_000;
const { origin } = inject("peers");
let admin: Visitor;

export async function openScene(): Promise<Visitor> {
  admin = await setUp();
  return admin;
}

export function quietNow() {
  const clock = (hours: number) => new Date(Date.now() + hours * 60 * MINUTE).toISOString().slice(11, 16);
  return { enabled: true, start: clock(-1), end: clock(1) };
}

export async function addChannel(alertPolicy: object = {}): Promise<Channel> {
  const config = { url: `${origin}/hook-${crypto.randomUUID()}` };
  const wanted = { name: "Hook", type: "webhook", config, alertPolicy };
  return (await admin.post<Channel>(`${ROOT}/notifications/channels`, wanted)).body;
}

export async function addMonitor(channel: Channel, name: string, more: object = {}): Promise<Monitor> {
  const config = { url: `${origin}/own/${crypto.randomUUID()}`, certExpiry: { enabled: false } };
  const wanted = { name, type: "https", intervalSecs: 86_400, config, ...more };
  const { body } = await admin.post<Monitor>(`${ROOT}/monitors`, wanted);
  const channelIds = [channel.id];
  await admin.put(`${ROOT}/notifications/monitor/${body.id}/channels`, { channelIds });
  return body;
}

async function setTarget({ config }: Monitor, method: "PUT" | "DELETE"): Promise<void> {
  await fetch(String(config["url"]), { method });
}

/** The next check finds it, such as the one after a resume. */
export const repair = (monitor: Monitor) => setTarget(monitor, "DELETE");

export async function fail(monitor: Monitor): Promise<void> {
  await setTarget(monitor, "PUT");
  await ask(monitor, "check-now");
}

export async function recover(monitor: Monitor): Promise<void> {
  await repair(monitor);
  await ask(monitor, "check-now");
}

export async function ask({ id }: Monitor, verb: string, body?: object): Promise<void> {
  expect((await admin.post(`${ROOT}/monitors/${id}/${verb}`, body)).status).toBe(200);
}

export async function changePolicy(channel: Channel, change: object): Promise<void> {
  const alertPolicy = { ...channel.alertPolicy, ...change };
  const { status } = await admin.patch(`${ROOT}/notifications/channels/${channel.id}`, { alertPolicy });
  expect(status).toBe(200);
}

export const alerts = ({ id }: Channel) => bindings.ALERTS.getByName(`channel-${id}`);

export async function titles({ config }: Channel): Promise<string[]> {
  const received = (await (await fetch(`${origin}/received`)).json()) as Wired[];
  const path = new URL(String(config["url"])).pathname;
  return received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body).title);
}

export const untilTitles = (channel: Channel, wanted: string[]) =>
  eventually(async () => expect(await titles(channel)).toEqual(wanted));

export async function rows(channel: Channel): Promise<Delivery[]> {
  const path = `${ROOT}/notifications/deliveries?channelId=${channel.id}&limit=100`;
  return (await admin.get<{ items: Delivery[] }>(path)).body.items.toReversed();
}

export const untilStates = (channel: Channel, wanted: string[]) =>
  eventually(async () => {
    const states = (await rows(channel)).map(
      ({ eventType, status, reason }) => `${eventType} ${status}${reason ? ` ${reason}` : ""}`,
    );
    expect(states).toEqual(wanted);
  });

export async function passToAlarm(channel: Channel): Promise<void> {
  const { nextDue } = await alerts(channel).health();
  if (nextDue === null) throw new Error("Nothing is due.");
  vi.useFakeTimers({ now: nextDue + 1, toFake: ["Date"] });
  await runInDurableObject(alerts(channel), (instance: Alerts) => instance.alarm());
  await eventually(async () => expect((await alerts(channel).health()).outbox).toBe(0));
}
