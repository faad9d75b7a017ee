import { runInDurableObject } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Alerts } from "../../../durable/alerts/alerts.ts";
import { findOpenAlert, isOpenAlert } from "../../../src/data/acknowledgement.ts";
import { openDb } from "../../../src/data/db.ts";
import { readChannelOutageFacts } from "../../../src/data/outage_facts.ts";
import type { MonitorEvent } from "../../../src/domain/monitor/event.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import type { Delivery } from "../../../src/schema/delivery.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { offerEvents } from "../../../src/service/alert/offer.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { delayFirstAnswer } from "../../api/broken_database.ts";
import { addToken, bindings, setUp, Visitor } from "../../api/client.ts";
import { addMonitors } from "../../data/add_monitors.ts";
import { eventually } from "../../eventually.ts";

const ROOT = "/api/v1/admin";
const MINUTE = 60_000;
let admin: Visitor;
let start = 0;
const sent: { event: string; title: string; summary: string }[] = [];

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    sent.push(await new Request(input, init).json());
    return new Response("ok");
  });
});

beforeEach(() => {
  sent.length = 0;
  start = Date.now();
});

afterEach(() => {
  vi.useRealTimers();
});

const goTo = (minute: number) => vi.useFakeTimers({ now: start + minute * MINUTE, toFake: ["Date"] });

async function addChannel(alertPolicy: object): Promise<Channel> {
  const wanted = { name: "Hook", type: "webhook", config: { url: "https://hook.example/" }, alertPolicy };
  return (await admin.post<Channel>(`${ROOT}/notifications/channels`, wanted)).body;
}

async function addMonitor(channels: readonly Channel[]): Promise<Monitor> {
  const wanted = { name: "Beat", type: "webhook", intervalSecs: 86_400 };
  const { body } = await admin.post<Monitor>(`${ROOT}/monitors`, wanted);
  const channelIds = channels.map(({ id }) => id);
  await admin.put(`${ROOT}/notifications/monitor/${body.id}/channels`, { channelIds });
  return body;
}

async function beat({ heartbeatUrl = "" }: Monitor, status: "up" | "degraded" | "down"): Promise<void> {
  const { status: code } = await new Visitor().post(new URL(heartbeatUrl).pathname, { status });
  expect(code).toBe(200);
}

const alerts = ({ id }: Channel) => bindings.ALERTS.getByName(`channel-${id}`);

async function states(channel: Channel): Promise<string[]> {
  const { body } = await admin.get<{ items: Delivery[] }>(
    `${ROOT}/notifications/deliveries?channelId=${channel.id}&limit=100`,
  );
  return body.items
    .toReversed()
    .map(({ eventType, status, reason }) => `${eventType} ${status}${reason ? ` ${reason}` : ""}`);
}

const untilStates = (channel: Channel, wanted: string[]) =>
  eventually(async () => expect(await states(channel)).toEqual(wanted));

/** Rings the alarm, and evicts the object before and after. */
async function ring(channel: Channel): Promise<void> {
  await evict(channel);
  await runInDurableObject(alerts(channel), (instance: Alerts) => instance.alarm());
  await eventually(async () => expect((await alerts(channel).health()).outbox).toBe(0));
  await evict(channel);
}

async function evict(channel: Channel): Promise<void> {
  const kill = runInDurableObject(alerts(channel), (_: Alerts, state) => state.abort("evicted"));
  await kill.catch(() => {});
}

const read = async ({ id }: Monitor) => (await admin.get<Monitor>(`${ROOT}/monitors/${id}`)).body;
const acknowledge = async ({ id }: Monitor, body: object = {}) =>
  await admin.post<Monitor>(`${ROOT}/monitors/${id}/acknowledge`, body);
const snooze = async ({ id }: Monitor, minutes: number) =>
  await admin.post<Monitor>(`${ROOT}/monitors/${id}/snooze`, { untilMs: Date.now() + minutes * MINUTE });

const reminding = { reminder: { enabled: true, everyMinutes: 60, most: 5 } };
const untilTaken = () =>
  eventually(async () => {
    const left = await bindings.DB.prepare("SELECT count(*) AS n FROM alert_notices").first<{ n: number }>();
    expect(left?.n).toBe(0);
  });

describe("reminders of a channel", () => {
  it.each([
    ["sent", { isTold: true, isOwed: false, isRowOpen: false, isOver: false }],
    ["held", { isTold: false, isOwed: true, isRowOpen: false, isOver: false }],
    ["escalating", { isTold: true, isOwed: true, isRowOpen: true, isOver: false }],
    ["over", { isTold: true, isOwed: true, isRowOpen: false, isOver: true }],
  ])("convert an outage that an earlier version stored as %s", async (phase, flags) => {
    const channel = await addChannel(reminding);
    const monitor = await addMonitor([channel]);
    await beat(monitor, "down");
    await untilStates(channel, ["alert delivered"]);
    await runInDurableObject(alerts(channel), (_: Alerts, { storage }) => {
      storage.sql.exec(
        "UPDATE outages SET facts = json_patch(json_remove(facts, '$.phase', '$.isAlertSent'), ?)",
        JSON.stringify(flags),
      );
      storage.sql.exec("DROP TABLE chains");
      storage.kv.put("storage_version", { taken: 2, needed: 1 });
    });
    await evict(channel);
    const facts = await runInDurableObject(alerts(channel), (_: Alerts, { storage }) =>
      JSON.parse(storage.sql.exec<{ facts: string }>("SELECT facts FROM outages").one().facts),
    );
    expect(facts).toMatchObject({ phase, isAlertSent: flags.isTold });
    for (const flag of Object.keys(flags)) expect(facts).not.toHaveProperty(flag);
  });

  it("are sent once each across evictions, and end with the acknowledgement", async () => {
    const channel = await addChannel(reminding);
    const monitor = await addMonitor([channel]);
    await beat(monitor, "down");
    await untilStates(channel, ["alert delivered"]);
    goTo(30);
    await ring(channel);
    expect(await states(channel)).toEqual(["alert delivered"]);
    goTo(61);
    await ring(channel);
    await ring(channel);
    await untilStates(channel, ["alert delivered", "reminder delivered"]);
    expect(sent.at(-1)).toMatchObject({
      event: "reminder",
      title: expect.stringMatching(/^Beat is still down after 1 h/),
    });

    expect((await acknowledge(monitor, { note: "On it." })).body.acknowledgement).toMatchObject({
      by: "admin@example.com",
      note: "On it.",
      untilMs: null,
    });
    const delivered = ["alert delivered", "reminder delivered", "acknowledged delivered"];
    await untilStates(channel, delivered);
    expect(sent.at(-1)).toMatchObject({
      title: "Beat acknowledged by admin@example.com",
      summary: expect.stringContaining("On it."),
    });
    for (const minute of [125, 190, 260]) {
      goTo(minute);
      await ring(channel);
    }
    const quiet = [...delivered, "reminder suppressed acknowledged"];
    expect(await states(channel)).toEqual(quiet);
    await beat(monitor, "up");
    await untilStates(channel, [...quiet, "recovery delivered"]);
    expect((await read(monitor)).acknowledgement).toBeNull();
    goTo(400);
    await ring(channel);
    expect(await states(channel)).toEqual([...quiet, "recovery delivered"]);
    expect(await bindings.DB.prepare("SELECT count(*) AS n FROM acknowledgements").first()).toEqual({ n: 0 });
  });

  it("count from the new end of quiet hours that hold their alert", async () => {
    const clock = (minute: number) => new Date(start + minute * MINUTE).toISOString().slice(11, 16);
    const quietHours = { enabled: true, start: clock(-60), end: clock(60) };
    const channel = await addChannel({ ...reminding, quietHours });
    const monitor = await addMonitor([channel]);
    await beat(monitor, "down");
    await untilStates(channel, ["alert pending"]);
    const alertPolicy = { ...reminding, quietHours: { ...quietHours, end: clock(180) } };
    await admin.patch(`${ROOT}/notifications/channels/${channel.id}`, { alertPolicy });
    goTo(121);
    await ring(channel);
    expect(await states(channel)).toEqual(["alert pending"]);
    goTo(181);
    await ring(channel);
    await untilStates(channel, ["alert delivered"]);
    goTo(242);
    await ring(channel);
    await untilStates(channel, ["alert delivered", "reminder delivered"]);
  });

  it("count from the alert that is sent when quiet hours are turned off", async () => {
    const clock = (minute: number) => new Date(start + minute * MINUTE).toISOString().slice(11, 16);
    const quietHours = { enabled: true, start: clock(-60), end: clock(300) };
    const channel = await addChannel({ ...reminding, quietHours });
    const monitor = await addMonitor([channel]);
    await beat(monitor, "down");
    await untilStates(channel, ["alert pending"]);
    const alertPolicy = { ...reminding, quietHours: { ...quietHours, enabled: false } };
    await admin.patch(`${ROOT}/notifications/channels/${channel.id}`, { alertPolicy });
    await untilStates(channel, ["alert delivered"]);
    goTo(62);
    await ring(channel);
    await untilStates(channel, ["alert delivered", "reminder delivered"]);
  });

  it("describe the current failure when it is milder than the alerted one", async () => {
    const channel = await addChannel(reminding);
    const monitor = await addMonitor([channel]);
    await beat(monitor, "down");
    await untilStates(channel, ["alert delivered"]);
    await beat(monitor, "degraded");
    const confirmed = bindings.DB.prepare("SELECT confirmed FROM monitor_status WHERE monitor_id = ?");
    await eventually(async () =>
      expect(await confirmed.bind(monitor.id).first()).toEqual({ confirmed: "degraded" }),
    );
    goTo(61);
    await ring(channel);
    await untilStates(channel, ["alert delivered", "reminder delivered"]);
    expect(sent.at(-1)?.title).toMatch(/^Beat is still degraded after 1 h/);
  });

  it("of several monitors at the same time become one message", async () => {
    const grouping = { enabled: true, minMonitors: 3, windowSeconds: 30 };
    const channel = await addChannel({ ...reminding, grouping });
    const three = [await addMonitor([channel]), await addMonitor([channel]), await addMonitor([channel])];
    for (const monitor of three) await beat(monitor, "down");
    await eventually(async () => expect(await states(channel)).toHaveLength(3));
    goTo(2);
    await ring(channel);
    goTo(62);
    await ring(channel);
    await eventually(() => expect(sent.at(-1)?.title).toBe("3 monitors are still down"));
    expect((await states(channel)).filter((state) => state.startsWith("reminder")).toSorted()).toEqual([
      "reminder delivered",
      ...Array(3).fill("reminder suppressed merged into digest"),
    ]);
  });

  it("keep their schedule when the database responds after a later alarm has sent one", async () => {
    const channel = await addChannel(reminding);
    const monitor = await addMonitor([channel]);
    await beat(monitor, "down");
    await untilStates(channel, ["alert delivered"]);
    goTo(61);
    await runInDurableObject(alerts(channel), async (instance: Alerts) => {
      const answer = delayFirstAnswer();
      const slow = instance.alarm();
      await answer.isAsked;
      goTo(64);
      await instance.alarm();
      answer.release();
      await slow;
    });
    await untilStates(channel, ["alert delivered", "reminder delivered"]);
    expect(await alerts(channel).health()).toMatchObject({ nextDue: start + 124 * MINUTE });
  });

  it("wait while the database is unavailable, and end when the monitor is deleted", async () => {
    const channel = await addChannel(reminding);
    const monitor = await addMonitor([channel]);
    await beat(monitor, "down");
    await untilStates(channel, ["alert delivered"]);
    goTo(61);
    await bindings.DB.prepare("ALTER TABLE snoozes RENAME TO snoozes_away").run();
    await ring(channel);
    await bindings.DB.prepare("ALTER TABLE snoozes_away RENAME TO snoozes").run();
    expect(await alerts(channel).health()).toMatchObject({ nextDue: start + 62 * MINUTE });
    goTo(63);
    await ring(channel);
    await untilStates(channel, ["alert delivered", "reminder delivered"]);
    expect((await admin.delete(`${ROOT}/monitors/${monitor.id}`)).status).toBe(204);
    goTo(200);
    await ring(channel);
    expect(await states(channel)).toEqual(["alert delivered", "reminder delivered"]);
    expect((await alerts(channel).health()).nextDue).toBeNull();
  });
});

describe("an escalation", () => {
  it("alerts channels in order, and sends the recovery only to those alerted", async () => {
    const [first, second, third] = [
      await addChannel({}),
      await addChannel({ escalation: { afterMinutes: 10 } }),
      await addChannel({ escalation: { afterMinutes: 30 } }),
    ];
    const monitor = await addMonitor([first, second, third]);
    await beat(monitor, "down");
    await untilStates(first, ["alert delivered"]);
    await untilStates(third, ["alert pending"]);
    goTo(11);
    await ring(second);
    await ring(third);
    await untilStates(second, ["alert delivered"]);
    expect(await states(third)).toEqual(["alert pending"]);
    await acknowledge(monitor);
    await untilStates(first, ["alert delivered", "acknowledged delivered"]);
    await untilStates(second, ["alert delivered", "acknowledged delivered"]);
    await untilTaken();
    goTo(31);
    await ring(third);
    await untilStates(third, ["alert suppressed acknowledged"]);
    await beat(monitor, "up");
    await untilStates(second, ["alert delivered", "acknowledged delivered", "recovery delivered"]);
    await untilStates(third, [
      "alert suppressed acknowledged",
      "recovery suppressed recovered before escalation",
    ]);
  });

  it("is suppressed with its recovery when the monitor recovers first", async () => {
    const channel = await addChannel({ escalation: { afterMinutes: 10 } });
    const monitor = await addMonitor([channel]);
    await beat(monitor, "down");
    await untilStates(channel, ["alert pending"]);
    await evict(channel);
    await beat(monitor, "up");
    const reason = "suppressed recovered before escalation";
    await untilStates(channel, [`alert ${reason}`, `recovery ${reason}`]);
    goTo(20);
    await ring(channel);
    expect(sent).toEqual([]);
  });

  it("is not sent by the sweep before its time", async () => {
    const channel = await addChannel({ escalation: { afterMinutes: 10 } });
    const monitor = await addMonitor([channel]);
    await beat(monitor, "down");
    await untilStates(channel, ["alert pending"]);
    goTo(9);
    await runHousekeeping(bindings, Date.now());
    expect(sent).toEqual([]);
  });

  it("is left to its channel by the sweep, even while the channel can't query the database", async () => {
    const channel = await addChannel({ escalation: { afterMinutes: 10 } });
    const monitor = await addMonitor([channel]);
    await beat(monitor, "down");
    await untilStates(channel, ["alert pending"]);
    goTo(20);
    await bindings.DB.prepare("ALTER TABLE snoozes RENAME TO snoozes_away").run();
    await ring(channel);
    await runHousekeeping(bindings, Date.now());
    await bindings.DB.prepare("ALTER TABLE snoozes_away RENAME TO snoozes").run();
    expect(sent).toEqual([]);
    await beat(monitor, "up");
    await untilStates(channel, [
      "alert suppressed recovered before escalation",
      "recovery suppressed recovered before escalation",
    ]);
  });

  it("of a newer failure is not ended by a late recovery", async () => {
    const channel = await addChannel({ escalation: { afterMinutes: 10 } });
    const monitor = await addMonitor([channel]);
    await beat(monitor, "down");
    await untilStates(channel, ["alert pending"]);
    const { body } = (await bindings.DB.prepare("SELECT body FROM monitor_events WHERE id = ?")
      .bind(`${monitor.id}:1`)
      .first<{ body: string }>()) ?? { body: "" };
    const first = JSON.parse(body) as MonitorEvent;
    const at = first.at + MINUTE;
    const recovery = { ...first, id: `${monitor.id}:2`, kind: "recovery", status: "up", at } as const;
    const next = { ...first, id: `${monitor.id}:3`, at: at + MINUTE };
    for (const event of [recovery, next])
      await bindings.DB.prepare(
        "INSERT INTO monitor_events (id, monitor_id, kind, at, body, offered) VALUES (?, ?, ?, ?, ?, 0)",
      )
        .bind(event.id, monitor.id, event.kind, event.at, JSON.stringify(event))
        .run();
    for (const event of [next, recovery]) await offerEvents(bindings, [{ kind: "event", event }]);
    await untilStates(channel, [
      "alert suppressed recovered before escalation",
      "recovery suppressed recovered before escalation",
      "alert pending",
    ]);
  });
});

describe("the acknowledgement of a failure", () => {
  it("can be withdrawn, which sends a notification and the due reminder at once", async () => {
    const channel = await addChannel(reminding);
    const monitor = await addMonitor([channel]);
    await beat(monitor, "down");
    await untilStates(channel, ["alert delivered"]);
    await acknowledge(monitor);
    const taken = ["alert delivered", "acknowledged delivered"];
    await untilStates(channel, taken);
    goTo(90);
    await ring(channel);
    expect(await states(channel)).toEqual([...taken, "reminder suppressed acknowledged"]);
    expect((await admin.delete(`${ROOT}/monitors/${monitor.id}/acknowledge`)).status).toBe(204);
    await untilTaken();
    await ring(channel);
    await untilStates(channel, [
      ...[...taken, "reminder suppressed acknowledged"],
      ...["acknowledged delivered", "reminder delivered"],
    ]);
    expect((await admin.delete(`${ROOT}/monitors/${monitor.id}/acknowledge`)).status).toBe(204);
  });

  it("is announced once by cron when the channels could not be reached", async () => {
    const channel = await addChannel({});
    const monitor = await addMonitor([channel]);
    await beat(monitor, "down");
    await untilStates(channel, ["alert delivered"]);
    await bindings.DB.prepare("ALTER TABLE monitor_channels RENAME TO links_away").run();
    // Only reading the links for the response fails, and the acknowledgement is kept.
    expect((await acknowledge(monitor)).status).toBe(500);
    await bindings.DB.prepare("ALTER TABLE links_away RENAME TO monitor_channels").run();
    expect(await states(channel)).toEqual(["alert delivered"]);
    goTo(1);
    await runHousekeeping(bindings, Date.now());
    await runHousekeeping(bindings, Date.now());
    await untilStates(channel, ["alert delivered", "acknowledged delivered"]);
    await untilTaken();
  });

  it("requires a failure and the permission to write monitors, which a token may have", async () => {
    const channel = await addChannel({});
    const monitor = await addMonitor([channel]);
    await beat(monitor, "up");
    expect((await acknowledge(monitor)).status).toBe(409);
    await beat(monitor, "down");
    await untilStates(channel, ["alert delivered"]);
    const path = `${ROOT}/monitors/${monitor.id}/acknowledge`;
    const reader = await addToken(admin, ["monitors:read"]);
    expect((await reader.post(path, {})).status).toBe(403);
    const writer = await addToken(admin, ["monitors:write"]);
    const { status, body } = await writer.post<Monitor>(path, { note: "robot" });
    expect([status, body.acknowledgement?.by]).toEqual([200, expect.stringMatching(/^token: /)]);
    expect((await acknowledge(monitor, { untilMs: Date.now() - 1 })).body).toMatchObject({
      problems: [{ path: "untilMs" }],
    });
    expect((await acknowledge(monitor, { note: "a\nb" })).status).toBe(400);
    const { body: log } = await admin.get<{ items: { details: unknown }[] }>(`${ROOT}/audit?limit=1`);
    expect(log.items[0]?.details).toMatchObject({
      changes: { acknowledgement: [null, expect.objectContaining({ note: "robot" })] },
    });
  });

  it("is rejected after a failure entirely within maintenance", async () => {
    const channel = await addChannel({});
    const monitor = await addMonitor([channel]);
    const window = { name: "Move", startsAt: Date.now() - MINUTE, endsAt: Date.now() + 60 * MINUTE };
    await admin.post(`${ROOT}/maintenance`, { ...window, monitorIds: [monitor.id] });
    await beat(monitor, "down");
    await untilStates(channel, ["alert suppressed maintenance"]);
    await beat(monitor, "up");
    await eventually(async () => expect((await read(monitor)).confirmedStatus).toBe("up"));

    expect((await acknowledge(monitor)).status).toBe(409);
  });
});

describe("a snoozed monitor", () => {
  it("sends no alert until the snooze ends, and then one if it still fails", async () => {
    const channel = await addChannel({});
    const monitor = await addMonitor([channel]);
    const { body } = await snooze(monitor, 30);
    expect(body.snoozedUntilMs).toBeGreaterThan(start);
    await beat(monitor, "down");
    await untilStates(channel, ["alert suppressed snoozed"]);
    goTo(31);
    await ring(channel);
    await untilStates(channel, ["alert suppressed snoozed", "alert delivered"]);
    expect((await read(monitor)).snoozedUntilMs).toBeNull();
    await beat(monitor, "up");
    await untilStates(channel, ["alert suppressed snoozed", "alert delivered", "recovery delivered"]);
    expect(await alerts(channel).health()).toMatchObject({ nextDue: null, outbox: 0 });
  });

  it("sends nothing when it fails and recovers while snoozed", async () => {
    const channel = await addChannel({});
    const monitor = await addMonitor([channel]);
    await snooze(monitor, 30);
    await beat(monitor, "down");
    await beat(monitor, "up");
    await untilStates(channel, ["alert suppressed snoozed", "recovery suppressed snoozed"]);
  });

  it("alerts at once when the snooze is ended by hand", async () => {
    const channel = await addChannel({});
    const monitor = await addMonitor([channel]);
    await snooze(monitor, 30);
    await beat(monitor, "down");
    await untilStates(channel, ["alert suppressed snoozed"]);
    expect((await admin.delete(`${ROOT}/monitors/${monitor.id}/snooze`)).status).toBe(204);
    await untilTaken();
    await ring(channel);
    await untilStates(channel, ["alert suppressed snoozed", "alert delivered"]);
  });
});

describe("a channel without reminders and escalation", () => {
  it("stores no outages and sets no alarm", async () => {
    const channel = await addChannel({});
    const monitor = await addMonitor([channel]);
    await beat(monitor, "down");
    await untilStates(channel, ["alert delivered"]);
    const count = await runInDurableObject(alerts(channel), (_: Alerts, { storage }) =>
      storage.sql.exec("SELECT count(*) AS n FROM outages").one(),
    );
    expect(count).toEqual({ n: 0 });
    expect((await alerts(channel).health()).alarmAt).toBeNull();
  });
});

describe("after the clock was set back", () => {
  it("the event with the highest number is the latest", async () => {
    await addMonitors([7]);
    const db = openDb(bindings.DB);
    const events = [
      ["7:1", "alert", start],
      ["7:2", "recovery", start + 120 * MINUTE],
      ["7:3", "alert", start + 5 * MINUTE],
    ] as const;
    for (const [id, kind, at] of events)
      await bindings.DB.prepare(
        "INSERT INTO monitor_events (id, monitor_id, kind, at, body) VALUES (?, 7, ?, ?, ?)",
      )
        .bind(id, kind, at, JSON.stringify({ id, kind, monitorId: 7 }))
        .run();
    await bindings.DB.prepare(
      "INSERT INTO monitor_status (monitor_id, current, confirmed, message, max_gap_ms) VALUES (7, 'down', 'down', '', 1)",
    ).run();

    const open = await findOpenAlert(db, 7);
    expect(open?.id).toBe("7:3");
    const { yes } = await db.get<{ yes: number }>(sql`SELECT ${isOpenAlert(open!)} AS yes`);
    expect(yes).toBe(1);
    const { standings } = await readChannelOutageFacts(db, 1, { monitorIds: [7], now: start + 10 * MINUTE });
    expect(standings.get(7)?.isFailing).toBe(true);
  });

  const minuteOf = (at: number | null | undefined) => Math.round(((at ?? 0) - start) / MINUTE);
  const alarmOf = async (channel: Channel) => minuteOf((await alerts(channel).health()).alarmAt);
  const runCron = async () => await runHousekeeping(bindings, Date.now());
  const noted = async () =>
    (await bindings.DB.prepare("SELECT value FROM settings WHERE name = 'cron'").first<{ value: string }>())
      ?.value;

  it("cron brings reminders and escalations forward, and sends no held alert early", async () => {
    const [reminds, escalates] = [
      await addChannel(reminding),
      await addChannel({ escalation: { afterMinutes: 30 } }),
    ];
    const monitor = await addMonitor([reminds, escalates]);
    goTo(600);
    await beat(monitor, "down");
    await untilStates(reminds, ["alert delivered"]);
    await untilStates(escalates, ["alert pending"]);
    await runCron();
    goTo(300);
    await runCron();
    await eventually(async () => expect(await alarmOf(reminds)).toBe(360));
    await eventually(async () => expect(await alarmOf(escalates)).toBe(330));
    const { body } = await admin.get<{ items: Delivery[] }>(
      `${ROOT}/notifications/deliveries?channelId=${escalates.id}`,
    );
    expect(minuteOf(body.items[0]?.heldUntil)).toBe(330);
    expect([await states(reminds), await states(escalates)]).toEqual([
      ["alert delivered"],
      ["alert pending"],
    ]);
    goTo(331);
    await ring(escalates);
    await untilStates(escalates, ["alert delivered"]);
    goTo(361);
    await ring(reminds);
    await untilStates(reminds, ["alert delivered", "reminder delivered"]);
  });

  it("cron retries until every channel has adjusted its times", async () => {
    const channel = await addChannel(reminding);
    const monitor = await addMonitor([channel]);
    goTo(600);
    await beat(monitor, "down");
    await untilStates(channel, ["alert delivered"]);
    await runCron();
    const ahead = await noted();
    goTo(300);
    await runInDurableObject(alerts(channel), (_: Alerts, { storage }) => {
      storage.sql.exec("ALTER TABLE groups RENAME TO groups_away");
    });
    await runCron();
    expect(await noted()).toBe(ahead);
    await runInDurableObject(alerts(channel), (_: Alerts, { storage }) => {
      storage.sql.exec("ALTER TABLE groups_away RENAME TO groups");
    });
    await runCron();
    expect(Number(await noted())).toBe(Date.now());
    expect(await alarmOf(channel)).toBe(360);
  });
});

describe("a revived channel object", () => {
  it("sends overdue reminders", async () => {
    const channel = await addChannel(reminding);
    const monitor = await addMonitor([channel]);
    await beat(monitor, "down");
    await untilStates(channel, ["alert delivered"]);
    await runInDurableObject(alerts(channel), async (_: Alerts, { storage }) => await storage.deleteAlarm());
    goTo(61);
    await alerts(channel).revive();
    await untilStates(channel, ["alert delivered", "reminder delivered"]);
  });
});
