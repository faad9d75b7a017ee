import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import type { Alerts } from "../../../durable/alerts/alerts.ts";
import { CHANNEL_TYPES } from "../../../src/notify/registry.ts";
import type { ActionRun } from "../../../src/schema/action.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import type { Delivery } from "../../../src/schema/delivery.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { claimForRun, runClaimed } from "../../../src/service/action/send.ts";
import { sweepDeliveries } from "../../../src/service/alert/delivery_send.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { eventually } from "../../eventually.ts";
import { ENTRIES } from "./channel_entries.ts";
import type { Wired } from "./peers.ts";

const ADMIN = "/api/v1/admin";
const CHANNELS = `${ADMIN}/notifications/channels`;
const FIXED_HOSTS = ["api.telegram.org", "api.pushover.net"];

const { origin, smtpPort, tlsPort } = inject("peers");
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  // Requests go over a real socket. Services with one fixed address are redirected to the peer.
  const send = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const request = new Request(input, init);
    const { hostname, pathname } = new URL(request.url);
    if (!FIXED_HOSTS.includes(hostname)) return send(request);
    return send(new Request(`${origin}/${hostname}${pathname}`, request));
  });
  const smtp = { host: "127.0.0.1", port: smtpPort, fromAddress: "status@example.com" };
  await admin.put(`${ADMIN}/notifications/smtp`, smtp);
  const people = await admin.get<{ id: number }[]>(`${ADMIN}/on-call/people`);
  const rotation = {
    name: "Always",
    startsAt: 0,
    shift: { every: 1, unit: "week" },
    handoverAt: "09:00",
    userIds: people.body.map(({ id }) => id),
  };
  await admin.post(`${ADMIN}/schedules`, { key: "anybody", name: "Anybody", rotations: [rotation] });
});

beforeEach(async () => {
  await setTarget("work");
  await rename("Acme Status");
});

afterEach(async () => {
  vi.useRealTimers();
  for (const { id } of (await admin.get<Monitor[]>(`${ADMIN}/monitors`)).body)
    await admin.delete(`${ADMIN}/monitors/${id}`);
});

async function setTarget(word: "fail" | "work"): Promise<void> {
  await fetch(`${origin}/${word}`, { method: "POST" });
}

async function rename(siteName: string): Promise<void> {
  await admin.patch(`${ADMIN}/branding`, { siteName });
}

async function post<T>(path: string, body?: object): Promise<T> {
  const reply = await admin.post<T>(path, body);
  if (reply.status >= 300) throw new Error(`${path} returned ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

const received = async () => (await (await fetch(`${origin}/received`)).json()) as Wired[];

async function open(type: string, alertPolicy: object = {}) {
  const entry = ENTRIES[type];
  if (!entry) throw new Error(`The channel type ${type} has no entry in channel_entries.ts.`);
  const config = entry.config(origin);
  const channel = await post<Channel>(CHANNELS, { name: `To ${type}`, type, config, alertPolicy });
  const all = async () => {
    return (await received()).filter(({ path }) => path === entry.path).map(({ body }) => entry.read(body));
  };
  const before = (await all()).length;
  const texts = async () => (await all()).slice(before);
  return {
    channel,
    texts,
    namesSite: entry.namesSite,
    alerts: bindings.ALERTS.getByName(`channel-${channel.id}`),
  };
}

function quietNow() {
  const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
  return { enabled: true, start: clock(-1), end: clock(1) };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function arrives({ texts }: Opened, ...parts: string[]): Promise<string> {
  return await eventually(async () => {
    const found = (await texts()).find((text) => parts.every((part) => text.includes(part)));
    if (found === undefined)
      throw new Error(`not there: ${parts.join(", ")} in ${(await texts()).join("\n")}`);
    return found;
  });
}

async function watched(channel: Channel, name: string, more: object = {}): Promise<Monitor> {
  const config = { url: `${origin}/target`, certExpiry: { enabled: false } };
  const monitor = { name, type: "https", intervalSecs: 86_400, config, ...more };
  const made = await post<Monitor>(`${ADMIN}/monitors`, monitor);
  await admin.put(`${ADMIN}/notifications/monitor/${made.id}/channels`, { channelIds: [channel.id] });
  return made;
}

const check = ({ id }: Monitor) => post(`${ADMIN}/monitors/${id}/check-now`);

/** Held alerts are rows, or on-call steps, whose recipients are only known when due. */
async function waiting({ channel, alerts }: Opened): Promise<number> {
  if (channel.type === "on_call")
    return await runInDurableObject(alerts, (_: Alerts, { storage }) =>
      Number(storage.sql.exec("SELECT count(*) AS count FROM chains").one()["count"]),
    );
  const path = `${ADMIN}/notifications/deliveries?channelId=${channel.id}`;
  const { items } = (await admin.get<{ items: Delivery[] }>(path)).body;
  return items.filter(({ status, heldUntil }) => status === "pending" && heldUntil !== null).length;
}

async function passToAlarm({ alerts }: Opened): Promise<void> {
  const { nextDue } = await alerts.health();
  if (nextDue === null) throw new Error("nothing is due");
  vi.useFakeTimers({ now: nextDue + 1, toFake: ["Date"] });
  await runInDurableObject(alerts, (instance: Alerts) => instance.alarm());
}

it("every channel type has an entry", () => {
  expect(Object.keys(ENTRIES).sort()).toEqual(CHANNEL_TYPES.map(({ type }) => type).sort());
});

describe.each(CHANNEL_TYPES.map(({ type }) => type))("a channel of type %s", (type) => {
  it("sends a test message with the site's current name", async () => {
    const opened = await open(type);
    expect(await post(`${CHANNELS}/${opened.channel.id}/test`)).toEqual({ ok: true });
    await arrives(opened, "Test message from Acme Status");
    await rename("Acme Renamed");
    await post(`${CHANNELS}/${opened.channel.id}/test`);
    await arrives(opened, "Test message from Acme Renamed");
    await rename("Acme Status");
  });

  it("sends the alert and the recovery of a failing target", async () => {
    const opened = await open(type);
    const monitor = await watched(opened.channel, "Shop");
    await check(monitor);
    await setTarget("fail");
    await check(monitor);
    await arrives(opened, "Shop is down", "500", opened.namesSite ? "Acme Status" : "");
    await setTarget("work");
    await check(monitor);
    await arrives(opened, "Shop is up again");
    expect(await opened.texts()).toHaveLength(2);
    // The message of a passing check is not an error.
    for (const { path, body } of await received())
      if (path === "/webhook" && body.includes('"recovery"'))
        expect(JSON.parse(body)).toMatchObject({ error: "", monitors: [{ status: "up", error: "" }] });
  });

  // On-call steps take the place of reminders.
  it.skipIf(type === "on_call")("sends a reminder and the acknowledgement", async () => {
    const opened = await open(type, { reminder: { enabled: true, everyMinutes: 60 } });
    const monitor = await watched(opened.channel, "Shop");
    await setTarget("fail");
    await check(monitor);
    await arrives(opened, "Shop is down");
    await passToAlarm(opened);
    await arrives(opened, "Shop is still down after 1 h");
    await post(`${ADMIN}/monitors/${monitor.id}/acknowledge`, { note: "Restarting it." });
    await arrives(opened, "Shop acknowledged by", "Restarting it.");
    expect(await opened.texts()).toHaveLength(3);
  });

  it("sends one digest for several monitors", async () => {
    const grouping = { enabled: true, minMonitors: 2, windowSeconds: 60 };
    const opened = await open(type, { grouping });
    const monitors = [await watched(opened.channel, "Shop"), await watched(opened.channel, "Till")];
    await setTarget("fail");
    for (const monitor of monitors) await check(monitor);
    await eventually(async () => expect(await waiting(opened)).toBe(2));
    await passToAlarm(opened);
    await arrives(opened, "2 monitors are down", "Shop: ", "Till: ");
    expect(await opened.texts()).toHaveLength(1);
  });

  it("sends alerts held by quiet hours when they end", async () => {
    const opened = await open(type, { quietHours: quietNow() });
    const monitor = await watched(opened.channel, "Shop");
    await setTarget("fail");
    await check(monitor);
    await eventually(async () => expect(await waiting(opened)).toBe(1));
    expect(await opened.texts()).toEqual([]);
    await passToAlarm(opened);
    await arrives(opened, "Shop is down");
  });

  it.skipIf(tlsPort === null)("sends the warning of an expiring certificate (needs openssl)", async () => {
    const opened = await open(type);
    const config = { host: "127.0.0.1", port: tlsPort, serverName: "site.test", warnDays: 14 };
    await check(await watched(opened.channel, "Door", { type: "tls", config }));
    await arrives(opened, "Certificate for site.test expires in 5 days");
  });

  it("sends the failure of an action after its last attempt", async () => {
    const opened = await open(type);
    const action = await post<{ id: number }>(`${ADMIN}/actions`, {
      name: "Restart",
      config: { url: `${origin}/refuse` },
      failureNotifications: [opened.channel.id],
    });
    const { id } = await post<ActionRun>(`${ADMIN}/actions/${action.id}/run`);
    const run = async () => (await admin.get<ActionRun>(`${ADMIN}/actions/runs/${id}`)).body;
    for (let attempts = 1; attempts <= 4; attempts++) {
      await eventually(async () => expect((await run()).attempts).toHaveLength(attempts));
      const { status, dueAt } = await run();
      if (status === "failed") break;
      vi.useFakeTimers({ now: dueAt + 1, toFake: ["Date"] });
      for (const claimed of await claimForRun(bindings, [id])) await runClaimed(bindings, claimed);
    }
    await arrives(opened, "Action Restart failed", "503");
  });
});

describe.each([
  ["by quiet hours", {}],
  ["by escalation and quiet hours", { escalation: { afterMinutes: 5 } }],
])("an alert held %s while the service is stopped until the next ones", (_, policy) => {
  it("is sent when they end, not when the service starts again", async () => {
    const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
    const quietHours = { enabled: true, start: clock(-1), end: clock(1) };
    const opened = await open("webhook", { quietHours, ...policy });
    const monitor = await watched(opened.channel, "Shop");
    await setTarget("fail");
    await check(monitor);
    await eventually(async () => expect(await waiting(opened)).toBe(1));
    const back = Date.now() + 86_400_000;
    vi.useFakeTimers({ now: back, toFake: ["Date"] });
    await sweepDeliveries(bindings, back);
    await eventually(async () => {
      const { outbox, nextDue } = await opened.alerts.health();
      expect(outbox).toBe(0);
      expect(nextDue).toBeGreaterThan(back);
    });
    expect(await opened.texts()).toEqual([]);
    await passToAlarm(opened);
    await arrives(opened, "Shop is down");
    expect(await opened.texts()).toHaveLength(1);
  });
});

it("a name too long for Discord is shortened without splitting an escape", async () => {
  const opened = await open("discord");
  const monitor = await watched(opened.channel, "&<".repeat(100));
  await check(monitor);
  await setTarget("fail");
  await check(monitor);
  expect(await arrives(opened, "…")).toMatch(/(?:&|\\\\<)…/);
});

it("the site's name is the default sender of emails, and available to actions", async () => {
  const mail = await open("email");
  await rename("Acme Renamed");
  await post(`${CHANNELS}/${mail.channel.id}/test`);
  await arrives(mail, "From: Acme Renamed\r\n <status@example.com>");
  await post(`${ADMIN}/notifications/smtp/test`, { to: "me@example.com" });
  await arrives(mail, "Subject: Acme Renamed: test of the email settings");
  const config = { url: `${origin}/action`, body: '{"site": "{{site_name}}"}' };
  const { id } = await post<{ id: number }>(`${ADMIN}/actions`, { name: "Say", config });
  const monitor = await watched(mail.channel, "Shop");
  await post(`${ADMIN}/actions/${id}/run`, { monitorId: monitor.id });
  await eventually(async () => {
    const received = (await (await fetch(`${origin}/received`)).json()) as Wired[];
    expect(received.find(({ path }) => path === "/action")?.body).toBe('{"site": "Acme Renamed"}');
  });
});

it("quiet hours that are turned off send what they hold, except for deleted monitors", async () => {
  const opened = await open("webhook", { quietHours: quietNow() });
  const monitors = [await watched(opened.channel, "Kept"), await watched(opened.channel, "Deleted")];
  await setTarget("fail");
  for (const monitor of monitors) await check(monitor);
  await eventually(async () => expect(await waiting(opened)).toBe(2));
  await admin.delete(`${ADMIN}/monitors/${monitors[1]?.id}`);
  const alertPolicy = { ...opened.channel.alertPolicy, quietHours: { ...quietNow(), enabled: false } };
  expect((await admin.patch(`${CHANNELS}/${opened.channel.id}`, { alertPolicy })).status).toBe(200);
  await arrives(opened, "Kept is down");
  await eventually(async () => expect(await waiting(opened)).toBe(0));
  expect(await opened.texts()).toHaveLength(1);
});
