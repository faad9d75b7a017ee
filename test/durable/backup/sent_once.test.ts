import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openDb } from "../../../src/data/db.ts";
import { findEpoch } from "../../../src/data/restore_epoch.ts";
import { watchOf } from "../../../src/domain/monitor/schedule.ts";
import type { Backup } from "../../../src/schema/backup.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import type { Delivery } from "../../../src/schema/delivery.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { claimForSending, recordDeliveries, sendClaimed } from "../../../src/service/alert/delivery_send.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { recordWatch } from "../../../src/service/watch/record.ts";
import { ADMIN, bindings, setUp, signIn, type Visitor } from "../../api/client.ts";
import { addBeating, beat } from "../../api/page/placed.ts";
import { asWatch } from "../../api/uptime/as_watch.ts";
import { eventually } from "../../eventually.ts";
import { addSubscriber, drain, statusesOf } from "../subscriber/audience.ts";

const ROOT = "/api/v1/admin/backups";
const NEWS = [
  "incident.created",
  "incident.updated",
  "maintenance.started",
  "maintenance.completed",
] as const;
const NOTIFICATIONS = "/api/v1/admin/notifications";

let admin: Visitor;
const sent: { id: string | null; text: string }[] = [];

beforeAll(async () => {
  await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    sent.push({ id: request.headers.get("webhook-id"), text: await request.text() });
    return new Response("ok");
  });
});

beforeEach(async () => {
  admin = await signIn(ADMIN.email, ADMIN.password);
  sent.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

async function addChannel(alertPolicy: object = {}): Promise<Channel> {
  const config = {
    url: "https://hook.example/",
    signingSecret: "a secret",
    body: '"{{monitor_name}} {{event_type}}"',
  };
  const channel = { name: "Hook", type: "webhook", config, alertPolicy, allMonitors: true };
  const reply = await admin.post<Channel>(`${NOTIFICATIONS}/channels`, channel);
  expect([reply.status, reply.body]).toMatchObject([201, {}]);
  return reply.body;
}

async function makeBackup(): Promise<string> {
  return (await admin.post<Backup>(ROOT, {})).body.name;
}

async function restore(name: string): Promise<void> {
  const reply = await admin.post(`${ROOT}/restore`, { name, currentPassword: ADMIN.password });
  expect([reply.status, reply.body]).toMatchObject([200, { state: "done" }]);
  admin = await signIn(ADMIN.email, ADMIN.password);
}

async function deliveries(channel: Channel): Promise<Delivery[]> {
  const path = `${NOTIFICATIONS}/deliveries?channelId=${channel.id}&limit=100`;
  return (await admin.get<{ items: Delivery[] }>(path)).body.items.toReversed();
}

async function sendDue(channel: Channel, count: number): Promise<void> {
  await eventually(async () => {
    const waiting = (await deliveries(channel))
      .filter(({ status }) => status === "pending")
      .map(({ id }) => id);
    for (const claimed of await claimForSending(bindings, waiting)) await sendClaimed(bindings, claimed);
    expect((await deliveries(channel)).filter(({ status }) => status === "delivered")).toHaveLength(count);
  });
}

const watch = ({ id }: Monitor) => bindings.WATCH.getByName(`watch-${watchOf(id)}`);
const texts = () => sent.map(({ text }) => JSON.parse(text) as string);

async function pass(channel: Channel): Promise<void> {
  for (const minutes of [1, 10, 200]) {
    await runHousekeeping(bindings, Date.now() + minutes * 60_000);
    await runDurableObjectAlarm(bindings.ALERTS.getByName(`channel-${channel.id}`));
  }
}

describe("after a restore", () => {
  it("an alerted outage is not alerted again, and its recovery has a new id", async () => {
    const channel = await addChannel();
    const monitor = await addBeating(admin, "Shop");
    await beat(admin, monitor, "down");
    await sendDue(channel, 1);
    const name = await makeBackup();
    await beat(admin, monitor, "up");
    await sendDue(channel, 2);
    await beat(admin, monitor, "down");
    await sendDue(channel, 3);
    expect(texts()).toEqual(["Shop alert", "Shop recovery", "Shop alert"]);

    await restore(name);
    expect((await deliveries(channel)).map(({ status }) => status)).toEqual(["delivered"]);
    const state = (await watch(monitor).states()).find(({ id }) => id === monitor.id)?.state;
    expect(state).toMatchObject({ confirmed: "down" });
    await beat(admin, monitor, "down");
    await pass(channel);
    expect(sent).toHaveLength(3);
    await beat(admin, monitor, "up");
    await sendDue(channel, 2);
    expect(texts()).toEqual(["Shop alert", "Shop recovery", "Shop alert", "Shop recovery"]);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(4);
    const { body } = await admin.get<{ state: string; from: number; to: number | null }[]>(
      `/api/v1/admin/monitors/${monitor.id}/timeline?from=0&to=${Date.now() + 1000}`,
    );
    expect(body.filter(({ to }) => to === null)).toHaveLength(1);
    await admin.delete(`${NOTIFICATIONS}/channels/${channel.id}`);
  });

  it("held or pending messages are never sent, not even from the channel object's memory", async () => {
    const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
    const quietHours = { enabled: true, start: clock(-1), end: clock(2), timezone: "UTC", mode: "defer" };
    const channel = await addChannel({ quietHours });
    const monitor = await addBeating(admin, "Held");
    await beat(admin, monitor, "down");
    await eventually(async () => {
      const held = await deliveries(channel);
      expect(held).toMatchObject([{ status: "pending", heldUntil: expect.any(Number) }]);
    });
    const name = await makeBackup();
    sent.length = 0;
    await restore(name);
    expect(await deliveries(channel)).toMatchObject([{ status: "cancelled", reason: "ended by a restore" }]);
    const ends = await bindings.DB.prepare(
      "SELECT status, count FROM tallies WHERE kind = 'delivery' AND object_id = ? AND count > 0",
    );
    expect((await ends.bind(channel.id).all()).results).toEqual([{ status: "cancelled", count: 1 }]);
    vi.useFakeTimers({ now: Date.now() + 3 * 3_600_000, toFake: ["Date"] });
    await pass(channel);
    expect(texts().filter((text) => text.startsWith("Held"))).toEqual([]);
  });

  it("news that fell due since the backup is published, and not sent again", async () => {
    const subscriber = await addSubscriber({ events: NEWS });
    await admin.put("/api/v1/admin/subscribers/settings", { enabled: true, allowedEvents: NEWS });
    const incident = { title: "Trouble", status: "investigating", impact: "minor", body: "Looking." };
    const { id } = (await admin.post<{ id: number }>("/api/v1/admin/incidents", incident)).body;
    const at = Date.now() + 60_000;
    const planned = { body: "Mended.", status: "monitoring", publishAt: at };
    expect((await admin.post(`/api/v1/admin/incidents/${id}/updates`, planned)).status).toBe(201);
    const window = { name: "Move", startsAt: at, endsAt: at + 60_000, allMonitors: true };
    expect((await admin.post("/api/v1/admin/maintenance", window)).status).toBe(201);
    await drain();
    const past = Date.now() - 60_000;
    await bindings.DB.batch([
      bindings.DB.prepare("UPDATE incident_updates SET publish_at = ? WHERE publish_at = ?").bind(past, at),
      bindings.DB.prepare(
        "UPDATE maintenance SET starts_at = ?, ends_at = ?, turn_at = ? WHERE starts_at = ?",
      ).bind(past, past + 1, past, at),
    ]);
    const publish = async () => {
      await runHousekeeping(bindings, Date.now());
      await drain();
    };
    const name = await makeBackup();
    const before = await statusesOf(subscriber.id);
    await publish();
    expect(await statusesOf(subscriber.id)).toHaveLength(before.length + 3);

    await restore(name);
    await publish();
    expect(await statusesOf(subscriber.id)).toEqual(before);
    const { body } = await admin.get<{ status: string }>(`/api/v1/admin/incidents/${id}`);
    expect(body.status).toBe("monitoring");
  });

  it("a monitor created after the backup is no longer watched, and its heartbeat address is unknown", async () => {
    const name = await makeBackup();
    const later = await addBeating(admin, "Later");
    expect((await watch(later).states()).map(({ id }) => id)).toContain(later.id);
    await restore(name);
    expect((await watch(later).states()).map(({ id }) => id)).not.toContain(later.id);
    const { pathname } = new URL(later.heartbeatUrl ?? "");
    expect((await admin.get(pathname)).status).toBe(404);
  });

  it("a watch's earlier results are discarded", async () => {
    const monitor = await addBeating(admin, "Stuck");
    const name = await makeBackup();
    const { DB } = bindings;
    const batch = DB.batch.bind(DB);
    let isAway = false;
    // The database refuses the watch's writes until the restore has finished.
    vi.spyOn(DB, "batch").mockImplementation(async (statements) => {
      if (isAway && JSON.stringify(statements).includes("monitor_status")) throw new Error("away");
      return await batch(statements);
    });
    isAway = true;
    const { pathname } = new URL(monitor.heartbeatUrl ?? "");
    await admin.get(`${pathname}?status=down`);
    expect((await watch(monitor).health()).outbox).toBeGreaterThan(0);
    await DB.prepare("DELETE FROM stale_watches").run();
    isAway = false;
    await restore(name);
    await eventually(async () => expect((await watch(monitor).health()).outbox).toBe(0));
    const row = await DB.prepare("SELECT confirmed FROM monitor_status WHERE monitor_id = ?")
      .bind(monitor.id)
      .first();
    expect(row).toEqual({ confirmed: "up" });
    vi.mocked(DB.batch).mockRestore();
  });

  it("messages of an object from before it are rejected", async () => {
    const channel = await addChannel();
    const monitor = await addBeating(admin, "Refused");
    const segment = { kind: "open", state: "down", from: 1, message: "" } as const;
    const items = [{ kind: "history", monitorId: monitor.id, write: segment } as const];
    const epoch = await findEpoch(openDb(bindings.DB));
    expect(epoch).toBeGreaterThan(1_700_000_000);
    expect(await recordWatch(bindings, items, await asWatch(monitor.id, epoch - 1))).toBeNull();
    const release = { kind: "release", eventIds: ["x"], heldUntil: null, dueAt: 0 } as const;
    expect(await recordDeliveries(bindings, { id: channel.id, epoch: epoch - 1 }, [release])).toBe(false);
    expect(await recordDeliveries(bindings, { id: channel.id, epoch }, [release])).toBe(true);
    expect(await listRows(monitor.id)).toEqual([]);
    expect(await recordWatch(bindings, items, await asWatch(monitor.id, epoch))).toBeGreaterThan(0);
  });

  it("messages of a replaced watch instance are rejected", async () => {
    const monitor = await addBeating(admin, "Late");
    const segment = { kind: "open", state: "down", from: 1, message: "" } as const;
    const items = [{ kind: "history", monitorId: monitor.id, write: segment } as const];
    const epoch = await findEpoch(openDb(bindings.DB));
    const earlier = await asWatch(monitor.id, epoch);
    const later = await asWatch(monitor.id, epoch);
    await expect(recordWatch(bindings, items, earlier)).rejects.toThrow();
    expect(await listRows(monitor.id)).toEqual([]);
    await recordWatch(bindings, items, later);
    expect(await listRows(monitor.id)).toEqual([{ from_at: 1 }]);
  });
});

async function listRows(monitorId: number) {
  const rows = bindings.DB.prepare(
    "SELECT from_at FROM monitor_history WHERE monitor_id = ? AND from_at = 1",
  );
  return (await rows.bind(monitorId).all()).results;
}
