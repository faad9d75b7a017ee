import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Alerts } from "../../../durable/alerts/alerts.ts";
import type { AlertKind } from "../../../src/domain/alert/message.ts";
import type { OfferedEvent } from "../../../src/objects/alerts.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import type { Delivery } from "../../../src/schema/delivery.ts";
import { claimForSending, sendClaimed, sweepDeliveries } from "../../../src/service/alert/delivery_send.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { bindings, setUp, type Visitor } from "../../api/client.ts";
import { eventually } from "../../eventually.ts";

const ROOT = "/api/v1/admin/notifications";
let admin: Visitor;
let answer: () => Response | Promise<Response> = () => new Response("ok");
const sent: { id: string | null; body: string }[] = [];

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    sent.push({ id: request.headers.get("webhook-id"), body: await request.text() });
    return await answer();
  });
});

beforeEach(async () => {
  // Earlier tests moved their clocks ahead, and housekeeping would send their pending deliveries.
  await bindings.DB.exec("UPDATE deliveries SET status = 'cancelled' WHERE status = 'pending'");
  answer = () => new Response("ok");
  sent.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

async function claimAndSend(ids: number[]): Promise<void> {
  for (const claimed of await claimForSending(bindings, ids)) await sendClaimed(bindings, claimed);
}

function quietNow() {
  const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
  return { enabled: true, start: clock(-1), end: clock(1) };
}

async function add(alertPolicy: object = {}): Promise<Channel> {
  const config = { url: "https://hook.example/", signingSecret: "a secret" };
  return (
    await admin.post<Channel>(`${ROOT}/channels`, { name: "Hook", type: "webhook", config, alertPolicy })
  ).body;
}

const alerts = (channel: Channel) => bindings.ALERTS.getByName(`channel-${channel.id}`);

function event(
  monitorId: number,
  { kind = "alert" as AlertKind, number = 1, channel = 0 } = {},
): OfferedEvent {
  const name = `Monitor ${monitorId}`;
  const id = `${monitorId}:${number}`;
  return {
    id,
    kind,
    monitorId,
    monitorName: name,
    isUnderMaintenance: false,
    message: {
      id: `${channel}-${id}`,
      kind,
      at: Date.now(),
      status: kind === "recovery" ? "up" : "down",
      previousStatus: "up",
      error: "refused",
      monitors: [{ id: monitorId, key: "m", name, type: "https", status: "down", error: "refused", url: "" }],
      isDigest: false,
      downSince: Date.now(),
      certificate: null,
      action: null,
      site: { name: "", url: null },
    },
  };
}

async function addMonitor(): Promise<number> {
  const wanted = { name: "Watched", type: "manual" };
  return (await admin.post<{ id: number }>("/api/v1/admin/monitors", wanted)).body.id;
}

async function change(channel: Channel, quietHours: object): Promise<void> {
  const alertPolicy = {
    ...channel.alertPolicy,
    quietHours: { ...channel.alertPolicy.quietHours, ...quietHours },
  };
  expect((await admin.patch(`${ROOT}/channels/${channel.id}`, { alertPolicy })).status).toBe(200);
}

async function offer(channel: Channel, events: OfferedEvent[]): Promise<void> {
  const { id, name, type, enabled, notifyOnRecovery, alertPolicy } = channel;
  await alerts(channel).offer({ id, name, type, enabled, notifyOnRecovery, alertPolicy, epoch: 0 }, events);
  await settled(channel);
}

const settled = (channel: Channel) =>
  eventually(async () => expect((await alerts(channel).health()).outbox).toBe(0));

async function rows(channel: Channel): Promise<Delivery[]> {
  const { body } = await admin.get<{ items: Delivery[] }>(
    `${ROOT}/deliveries?channelId=${channel.id}&limit=100`,
  );
  return body.items.toReversed();
}

const states = async (channel: Channel) =>
  (await rows(channel)).map(
    ({ eventType, status, reason }) => `${eventType} ${status}${reason ? ` ${reason}` : ""}`,
  );

async function passToAlarm(channel: Channel): Promise<void> {
  const { nextDue } = await alerts(channel).health();
  if (nextDue === null) throw new Error("nothing is due");
  vi.useFakeTimers({ now: nextDue + 1, toFake: ["Date"] });
  await ring(channel);
}

async function ring(channel: Channel): Promise<void> {
  await runInDurableObject(alerts(channel), (instance: Alerts) => instance.alarm());
  await settled(channel);
}

async function evict(channel: Channel): Promise<void> {
  await runInDurableObject(alerts(channel), (_alerts: Alerts, state) => state.abort("evicted")).catch(
    () => {},
  );
}

const untilSent = (count: number) => eventually(() => expect(sent.length).toBe(count));

describe("the alerts of a channel", () => {
  it("are created once per event, however often it is offered", async () => {
    const channel = await add();
    await offer(channel, [event(1), event(1)]);
    await offer(channel, [event(1)]);
    await evict(channel);
    await offer(channel, [event(1), event(2)]);
    await untilSent(2);
    expect(await states(channel)).toHaveLength(2);
  });

  it("are rate-limited per monitor, except recoveries", async () => {
    const channel = await add({ throttle: { enabled: true, maxAlerts: 2, windowMinutes: 60 } });
    await offer(
      channel,
      [1, 2, 3].map((number) => event(1, { number })),
    );
    // Otherwise cron would have to find deliveries that the object hadn't queued before its eviction.
    await untilSent(2);
    await evict(channel);
    await offer(channel, [event(1, { number: 4, kind: "recovery" }), event(1, { number: 5 }), event(2)]);
    await untilSent(4);
    const reasons = (await rows(channel)).map(({ reason }) => reason);
    expect(reasons).toEqual([null, null, "throttled", null, "throttled", null]);
  });

  it("are held through quiet hours and an eviction, and sent when they end", async () => {
    const channel = await add({ quietHours: quietNow() });
    await offer(channel, [event(1), event(1, { number: 2, kind: "recovery" })]);
    expect(sent).toEqual([]);
    expect((await rows(channel)).every(({ heldUntil }) => heldUntil !== null)).toBe(true);
    await evict(channel);
    await passToAlarm(channel);
    await untilSent(2);
    await eventually(async () =>
      expect(await states(channel)).toEqual(["alert delivered", "recovery delivered"]),
    );
  });

  it("are sent once quiet hours are turned off", async () => {
    const channel = await add({ quietHours: quietNow() });
    await offer(channel, [event(1), event(2)]);
    await change(channel, { enabled: false });
    await untilSent(2);
    await eventually(async () =>
      expect(await states(channel)).toEqual(["alert delivered", "alert delivered"]),
    );
  });

  it("are held until the new end when quiet hours change", async () => {
    const channel = await add({ quietHours: quietNow() });
    await offer(channel, [event(1)]);
    const before = (await rows(channel))[0]?.heldUntil ?? 0;
    const end = new Date(before + 1_800_000).toISOString().slice(11, 16);
    await change(channel, { end });
    await eventually(async () => expect((await rows(channel))[0]?.heldUntil).toBe(before + 1_800_000));
    expect((await alerts(channel).health()).nextDue).toBe(before + 1_800_000);
    await passToAlarm(channel);
    await untilSent(1);
  });

  it("of an open group are sent at its window's end once quiet hours are turned off", async () => {
    const grouping = { enabled: true, windowSeconds: 60, minMonitors: 2 };
    const channel = await add({ quietHours: quietNow(), grouping });
    await offer(channel, [event(1), event(2)]);
    await change(channel, { enabled: false });
    expect(sent).toEqual([]);
    await passToAlarm(channel);
    await untilSent(1);
    await eventually(async () => expect(await states(channel)).toContain("alert delivered"));
  });

  it("of an open group stay held when quiet hours suppress from now on", async () => {
    const grouping = { enabled: true, windowSeconds: 60, minMonitors: 2 };
    const channel = await add({ quietHours: quietNow(), grouping });
    await offer(channel, [event(1), event(2)]);
    const heldUntil = (await rows(channel))[0]?.heldUntil;
    await change(channel, { mode: "suppress" });
    await passToAlarm(channel);
    expect(sent).toEqual([]);
    expect((await alerts(channel).health()).nextDue).toBe(heldUntil);
    await passToAlarm(channel);
    await untilSent(1);
  });

  it("are sent once a document turns quiet hours off", async () => {
    const channel = await add({ quietHours: quietNow() });
    await offer(channel, [event(1)]);
    const documents = await admin.get<string>("/api/v1/admin/config/export?kind=NotificationChannel");
    const applied = await admin.send("POST", "/api/v1/admin/config/apply", {
      body: documents.body.replaceAll(/(quietHours:\s+enabled: )true/g, "$1false"),
      headers: { "Content-Type": "application/yaml" },
    });
    expect(applied.status).toBe(200);
    await untilSent(1);
  });

  it("of a deleted monitor are not sent, nor the recoveries that follow them", async () => {
    const channel = await add({ quietHours: quietNow() });
    const [deleted, kept] = [await addMonitor(), await addMonitor()];
    await offer(channel, [
      event(deleted),
      event(deleted, { number: 2, kind: "recovery" }),
      event(deleted, { number: 3, kind: "certificate" }),
      event(kept),
    ]);
    expect((await admin.delete(`/api/v1/admin/monitors/${deleted}`)).status).toBe(204);
    await passToAlarm(channel);
    await untilSent(1);
    await eventually(async () =>
      expect(await states(channel)).toEqual([
        "alert suppressed no longer watched",
        "recovery suppressed no longer watched",
        "certificate suppressed no longer watched",
        "alert delivered",
      ]),
    );
  });

  it("that were sent before their monitor was deleted are followed by their recovery", async () => {
    const channel = await add();
    const deleted = await addMonitor();
    await offer(channel, [event(deleted)]);
    await untilSent(1);
    await change(channel, quietNow());
    const { body: changed } = await admin.get<Channel>(`${ROOT}/channels/${channel.id}`);
    await offer(changed, [event(deleted, { number: 2, kind: "recovery" })]);
    await admin.delete(`/api/v1/admin/monitors/${deleted}`);
    await passToAlarm(channel);
    await untilSent(2);
  });

  it("stay held when a late alarm rings within the next quiet hours", async () => {
    const channel = await add({ quietHours: quietNow() });
    await offer(channel, [event(1)]);
    const aDayLater = Date.now() + 86_400_000;
    vi.useFakeTimers({ now: aDayLater, toFake: ["Date"] });
    await sweepDeliveries(bindings, aDayLater);
    await settled(channel);
    // The administrator's session has expired by then.
    const stored = () =>
      bindings.DB.prepare("SELECT status, attempt_count, held_until FROM deliveries WHERE channel_id = ?")
        .bind(channel.id)
        .first<{ status: string; attempt_count: number; held_until: number }>();
    const row = await stored();
    expect(row).toMatchObject({ status: "pending", attempt_count: 0 });
    expect(row?.held_until).toBeGreaterThan(aDayLater);
    expect(sent).toEqual([]);
    await passToAlarm(channel);
    await untilSent(1);
    await eventually(async () => expect((await stored())?.status).toBe("delivered"));
  });

  it("stay held for an hour when their object fails, which may still merge them", async () => {
    const channel = await add({ quietHours: quietNow() });
    await offer(channel, [event(1)]);
    const heldUntil = (await rows(channel))[0]?.heldUntil ?? 0;
    await runInDurableObject(alerts(channel), (_: Alerts, { storage }) => {
      storage.sql.exec("DROP TABLE groups");
    });
    const queued = vi.spyOn(bindings.DELIVERIES, "sendBatch");
    const sweepAt = async (minute: number) => {
      vi.useFakeTimers({ now: heldUntil + minute * 60_000, toFake: ["Date"] });
      await sweepDeliveries(bindings, Date.now());
    };
    await sweepAt(10);
    expect(queued).not.toHaveBeenCalled();
    await sweepAt(61);
    expect(queued).toHaveBeenCalledOnce();
    queued.mockRestore();
    await untilSent(1);
  });

  it("of one monitor are sent in order, whichever is claimed first", async () => {
    const channel = await add({ quietHours: quietNow() });
    await offer(channel, [event(1), event(2), event(1, { number: 2, kind: "recovery" })]);
    await bindings.DB.prepare("UPDATE deliveries SET due_at = 0, held_until = NULL WHERE channel_id = ?")
      .bind(channel.id)
      .run();
    const ids = (await rows(channel)).map(({ id }) => id);
    const slow = Promise.withResolvers<Response>();
    answer = () => (sent.at(-1)?.body.includes("Monitor 1") ? slow.promise : new Response("ok"));
    const sending = claimAndSend(ids.toReversed());
    await untilSent(2);
    expect(sent.filter(({ body }) => body.includes("recovery"))).toEqual([]);
    slow.resolve(new Response("ok"));
    await sending;
    expect(sent).toHaveLength(3);
    expect(sent[2]?.body).toContain("recovery");
  });

  it("of enough monitors become one digest, separate from recoveries, even after an eviction", async () => {
    const channel = await add({ grouping: { enabled: true, minMonitors: 3, windowSeconds: 30 } });
    await offer(channel, [event(1), event(2)]);
    await offer(channel, [event(1, { number: 2, kind: "recovery" }), event(3)]);
    await evict(channel);
    expect(sent).toEqual([]);
    while ((await alerts(channel).health()).nextDue !== null) await passToAlarm(channel);
    await untilSent(2);
    expect((await states(channel)).toSorted()).toEqual([
      "alert delivered",
      ...Array(3).fill("alert suppressed merged into digest"),
      "recovery delivered",
    ]);
    const digest = (await rows(channel)).find(({ monitorId }) => monitorId === null);
    expect(digest).toMatchObject({ eventType: "alert", monitorName: "3 monitors" });
    expect(sent.filter(({ body }) => body.includes("Monitor 1") && body.includes("Monitor 3"))).toHaveLength(
      1,
    );
  });

  it("are sent individually when too few monitors fail; two of one monitor count once", async () => {
    const channel = await add({ grouping: { enabled: true, minMonitors: 2, windowSeconds: 30 } });
    await offer(channel, [event(1), event(1, { number: 2 })]);
    await passToAlarm(channel);
    await untilSent(2);
    expect(await states(channel)).toHaveLength(2);
  });

  it("of a group are sent at its window's end when suppressing quiet hours began meanwhile", async () => {
    const start = Math.ceil(Date.now() / 60_000 + 1) * 60_000;
    const [from, to] = [start, start + 9 * 3_600_000].map((at) => new Date(at).toISOString().slice(11, 16));
    const quietHours = { enabled: true, start: from, end: to, mode: "suppress" };
    const grouping = { enabled: true, minMonitors: 2, windowSeconds: 60 };
    const channel = await add({ quietHours, grouping });
    vi.useFakeTimers({ now: start - 30_000, toFake: ["Date"] });
    await offer(channel, [event(1)]);
    await passToAlarm(channel);
    await untilSent(1);
    await offer(channel, [event(2)]);
    expect(await states(channel)).toContain("alert suppressed quiet-hours");
  });

  it("don't join an expired window whose alarm is late", async () => {
    const channel = await add({ grouping: { enabled: true, minMonitors: 2, windowSeconds: 30 } });
    await offer(channel, [event(1), event(2)]);
    const { nextDue } = await alerts(channel).health();
    vi.useFakeTimers({ now: (nextDue ?? 0) + 5000, toFake: ["Date"] });
    await offer(channel, [event(3)]);
    await untilSent(1);
    expect(await states(channel)).toContain("alert pending");
  });

  it("aren't lost while the database is unavailable", async () => {
    const channel = await add();
    await bindings.DB.prepare("ALTER TABLE deliveries RENAME TO deliveries_away").run();
    const { id, name, type, enabled, notifyOnRecovery, alertPolicy } = channel;
    await alerts(channel).offer({ id, name, type, enabled, notifyOnRecovery, alertPolicy, epoch: 0 }, [
      event(1),
    ]);
    await evict(channel);
    expect((await alerts(channel).health()).outbox).toBe(1);
    await bindings.DB.prepare("ALTER TABLE deliveries_away RENAME TO deliveries").run();
    vi.useFakeTimers({ now: Date.now() + 2000, toFake: ["Date"] });
    await ring(channel);
    await untilSent(1);
  });
});

describe("a delivery", () => {
  it("is sent once when its queue message arrives twice or concurrently", async () => {
    const channel = await add({ quietHours: quietNow() });
    await offer(channel, [event(1)]);
    const [row] = await rows(channel);
    await bindings.DB.prepare("UPDATE deliveries SET due_at = 0, held_until = NULL WHERE id = ?")
      .bind(row?.id)
      .run();
    const ids = [row?.id ?? 0];
    await Promise.all([1, 2, 3].map(async () => await claimAndSend(ids)));
    await claimAndSend(ids);
    expect(sent).toHaveLength(1);
    expect(await rows(channel)).toMatchObject([{ status: "delivered", attemptCount: 1 }]);
  });

  it("of a recovery follows as soon as the alert before it is sent", async () => {
    const channel = await add({ quietHours: quietNow() });
    await offer(channel, [event(1), event(1, { number: 2, kind: "recovery" })]);
    await bindings.DB.prepare("UPDATE deliveries SET due_at = 0, held_until = NULL WHERE channel_id = ?")
      .bind(channel.id)
      .run();
    const [alert, recovery] = (await rows(channel)).map(({ id }) => id);
    const [claimed] = await claimForSending(bindings, [alert ?? 0]);
    expect(await claimForSending(bindings, [recovery ?? 0])).toEqual([]);
    await sendClaimed(bindings, claimed!);
    await untilSent(2);
    await eventually(async () =>
      expect(await states(channel)).toEqual(["alert delivered", "recovery delivered"]),
    );
  });

  it("lost by the queue is found by the sweep", async () => {
    const channel = await add({ quietHours: quietNow() });
    await offer(channel, [event(1)]);
    const [row] = await rows(channel);
    await bindings.DB.prepare("UPDATE deliveries SET due_at = 1, held_until = NULL WHERE id = ?")
      .bind(row?.id)
      .run();
    await runHousekeeping(bindings, Date.now());
    await untilSent(1);
  });

  it("interrupted between sending and recording is repeated once with the same id", async () => {
    const channel = await add({ quietHours: quietNow() });
    await offer(channel, [event(1)]);
    const [row] = await rows(channel);
    await bindings.DB.prepare("UPDATE deliveries SET due_at = 0, held_until = NULL WHERE id = ?")
      .bind(row?.id)
      .run();
    const [claimed] = await claimForSending(bindings, [row?.id ?? 0]);
    await bindings.DB.prepare("ALTER TABLE deliveries RENAME TO deliveries_away").run();
    await expect(sendClaimed(bindings, claimed!)).rejects.toThrow();
    await bindings.DB.prepare("ALTER TABLE deliveries_away RENAME TO deliveries").run();
    await runHousekeeping(bindings, Date.now());
    expect(sent).toHaveLength(1);
    vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ["Date"] });
    await runHousekeeping(bindings, Date.now());
    await untilSent(2);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    await eventually(async () =>
      expect(await rows(channel)).toMatchObject([{ status: "delivered", attemptCount: 2 }]),
    );
  });

  it("is recorded despite a brief database error, and not sent again", async () => {
    const channel = await add({ quietHours: quietNow() });
    await offer(channel, [event(1)]);
    const id = (await rows(channel))[0]?.id ?? 0;
    await bindings.DB.prepare("UPDATE deliveries SET due_at = 0, held_until = NULL WHERE id = ?")
      .bind(id)
      .run();
    const [claimed] = await claimForSending(bindings, [id]);
    if (!claimed) throw new Error("nothing was claimed");
    const { DB } = bindings;
    const batch = vi.fn((statements: D1PreparedStatement[]) => DB.batch(statements));
    batch.mockRejectedValueOnce(new Error("D1_ERROR: reset"));
    const own = { prepare: (query: string) => DB.prepare(query), batch } as unknown as D1Database;
    await sendClaimed({ ...bindings, DB: own }, claimed);
    expect(batch).toHaveBeenCalledTimes(2);
    expect(await states(channel)).toEqual(["alert delivered"]);
  });

  it("interrupted at its last attempt fails with that reason", async () => {
    const channel = await add({ quietHours: quietNow() });
    await offer(channel, [event(1)]);
    await bindings.DB.prepare(
      "UPDATE deliveries SET due_at = 0, held_until = NULL, attempt_count = 3, claimed_until = 1 WHERE channel_id = ?",
    )
      .bind(channel.id)
      .run();
    await runHousekeeping(bindings, Date.now());
    expect(await rows(channel)).toMatchObject([
      { status: "failed", lastError: expect.stringContaining("interrupted") },
    ]);
    expect(sent).toEqual([]);
  });

  it.each([
    [1, "delivered"],
    [3, "failed"],
  ] as const)(
    "claimed for attempt %i before the clock was set back is %s at once",
    async (attempts, status) => {
      const channel = await add({ quietHours: quietNow() });
      await offer(channel, [event(1)]);
      const claim = async (until: number) =>
        await bindings.DB.prepare(
          "UPDATE deliveries SET due_at = 0, held_until = NULL, attempt_count = ?, claimed_until = ? WHERE channel_id = ?",
        )
          .bind(attempts, until, channel.id)
          .run();
      await claim(Date.now() + 90_000);
      await runHousekeeping(bindings, Date.now());
      expect(await states(channel)).toEqual(["alert pending"]);
      await claim(Date.now() + 3_600_000);
      await runHousekeeping(bindings, Date.now());
      await eventually(async () => expect(await states(channel)).toEqual([`alert ${status}`]));
      expect(sent).toHaveLength(status === "delivered" ? 1 : 0);
    },
  );

  it("waits as long as Retry-After asks, and fails after its third attempt", async () => {
    const channel = await add();
    answer = () => new Response("slow down", { status: 429, headers: { "Retry-After": "600" } });
    const start = Date.now();
    await offer(channel, [event(1)]);
    await eventually(async () => expect(await rows(channel)).toMatchObject([{ attemptCount: 1 }]));
    const [row] = await rows(channel);
    await eventually(async () =>
      expect((await rows(channel))[0]?.nextAttemptAt).toBeGreaterThan(start + 590_000),
    );
    answer = () => new Response("down", { status: 500 });
    for (const [minutes, status] of [
      [11, "pending"],
      [20, "failed"],
    ] as const) {
      vi.useFakeTimers({ now: start + minutes * 60_000, toFake: ["Date"] });
      await claimAndSend([row?.id ?? 0]);
      expect((await rows(channel))[0]?.status).toBe(status);
    }
    const [last] = await rows(channel);
    expect(last).toMatchObject({
      attemptCount: 3,
      lastError: expect.stringContaining("down"),
      nextAttemptAt: null,
    });
  });

  it("is retried by hand only if its audit entry is written", async () => {
    const channel = await add();
    answer = () => new Response("no", { status: 400 });
    await offer(channel, [event(1)]);
    await eventually(async () => expect(await states(channel)).toEqual(["alert failed"]));
    const retry = `${ROOT}/deliveries/${(await rows(channel))[0]?.id}/retry`;
    await bindings.DB.prepare("ALTER TABLE audit RENAME TO audit_away").run();
    expect((await admin.post(retry)).status).toBe(500);
    await bindings.DB.prepare("ALTER TABLE audit_away RENAME TO audit").run();
    expect(await states(channel)).toEqual(["alert failed"]);
    answer = () => new Response("ok");
    expect(await admin.post(retry)).toMatchObject({ status: 200, body: { status: "pending" } });
    await eventually(async () => expect(await states(channel)).toEqual(["alert delivered"]));
    expect((await admin.post(retry)).status).toBe(409);
  });

  it("through a slow channel delays no other channel", async () => {
    const [slow, quick] = [await add(), await add()];
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    answer = async () => {
      await gate;
      return new Response("ok");
    };
    await offer(slow, [event(1)]);
    await untilSent(1);
    answer = () => new Response("ok");
    await offer(quick, [event(2)]);
    await eventually(async () => expect(await states(quick)).toEqual(["alert delivered"]));
    expect(await states(slow)).toEqual(["alert pending"]);
    release();
    await eventually(async () => expect(await states(slow)).toEqual(["alert delivered"]));
  });
});
