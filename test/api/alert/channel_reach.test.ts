import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { openDb, save } from "../../../src/data/db.ts";
import { saveEvent } from "../../../src/data/watch.ts";
import type { MonitorEvent } from "../../../src/domain/monitor/event.ts";
import type { Channel } from "../../../src/schema/channel.ts";
import type { Delivery } from "../../../src/schema/delivery.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { offerUntakenEvents } from "../../../src/service/alert/offer.ts";
import { eventually } from "../../eventually.ts";
import { bindings, setUp, type Visitor } from "../client.ts";
import {
  apply,
  channel as channelDocument,
  exportText,
  monitor as monitorDocument,
} from "../config/client.ts";

const CHANNELS = "/api/v1/admin/notifications/channels";
const MONITORS = "/api/v1/admin/monitors";
const HOOK = { name: "Hook", type: "webhook", config: { url: "https://hook.example/in" } };
const SITE = {
  name: "Site",
  type: "https",
  intervalSecs: 86_400,
  config: { url: "https://site.example/", certExpiry: { enabled: false } },
};
let admin: Visitor;
/** A monitor must be up first, because a failing first check sends no recovery. */
let isSiteDown = false;

beforeAll(async () => {
  admin = await setUp();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const isSite = new Request(input, init).url.includes("site.example");
    return isSite && isSiteDown ? new Response("no", { status: 500 }) : new Response("ok");
  });
});

afterEach(async () => {
  isSiteDown = false;
  for (const { id } of (await admin.get<Monitor[]>(MONITORS)).body) await admin.delete(`${MONITORS}/${id}`);
  for (const { id } of (await admin.get<Channel[]>(CHANNELS)).body) await admin.delete(`${CHANNELS}/${id}`);
});

const add = async (body: object = {}) => (await admin.post<Channel>(CHANNELS, { ...HOOK, ...body })).body;
const addMonitor = async () => (await admin.post<Monitor>(MONITORS, SITE)).body;
const read = async ({ id }: Monitor) => (await admin.get<Monitor>(`${MONITORS}/${id}`)).body;

async function alertedMonitors({ id }: Channel): Promise<(number | null)[]> {
  const path = `/api/v1/admin/notifications/deliveries?channelId=${id}&eventType=alert`;
  return (await admin.get<{ items: Delivery[] }>(path)).body.items.map(({ monitorId }) => monitorId);
}

async function failAndAlert(monitor: Monitor, channel: Channel): Promise<void> {
  isSiteDown = true;
  await admin.post(`${MONITORS}/${monitor.id}/check-now`);
  await eventually(async () => expect(await alertedMonitors(channel)).toContain(monitor.id));
}

describe("a channel for all monitors", () => {
  it("is off by default", async () => {
    const made = await add();
    expect(made).toMatchObject({ isDefault: false, allMonitors: false });
    const path = `${CHANNELS}/${made.id}`;
    expect((await admin.patch(path, { allMonitors: "yes" })).status).toBe(400);
    const changed = await admin.patch<Channel>(path, { isDefault: true, allMonitors: true });
    expect(changed.body).toMatchObject({ isDefault: true, allMonitors: true, monitorIds: [] });
    expect((await admin.patch<Channel>(path, { name: "Other" })).body.allMonitors).toBe(true);
  });

  it("alerts for existing monitors and those added later by API or import, without a link", async () => {
    const before = await addMonitor();
    const channel = await add({ allMonitors: true });
    const after = await addMonitor();
    await apply(admin, [monitorDocument("imported")]);
    const imported = (await admin.get<Monitor[]>(MONITORS)).body.find(({ key }) => key === "imported")!;
    for (const monitor of [before, after, imported]) {
      await failAndAlert(monitor, channel);
      expect(await read(monitor)).toMatchObject({ channelIds: [], alertsNobody: false });
    }
    expect((await admin.get<Channel>(`${CHANNELS}/${channel.id}`)).body.monitorIds).toEqual([]);
  });

  it("alerts only once for a monitor that is also linked", async () => {
    const monitor = await addMonitor();
    const channel = await add({ allMonitors: true, monitorIds: [monitor.id] });
    await failAndAlert(monitor, channel);
    expect(await alertedMonitors(channel)).toEqual([monitor.id]);
    const off = await admin.patch<Channel>(`${CHANNELS}/${channel.id}`, { allMonitors: false });
    expect(off.body.monitorIds).toEqual([monitor.id]);
  });

  it("is offered events again that it didn't accept the first time", async () => {
    const monitor = await addMonitor();
    const channel = await add({ allMonitors: true });
    await failAndAlert(monitor, channel);
    const at = Date.now() - 60_000;
    const event: MonitorEvent = {
      id: `${monitor.id}:900`,
      monitorId: monitor.id,
      kind: "alert",
      at,
      status: "down",
      previousStatus: "up",
      message: "no",
      statusSince: at,
      downSince: at,
      isSuppressed: false,
      hasBeenDown: true,
    };
    await save(openDb(bindings.DB), [saveEvent({ kind: "event", event })]);
    await offerUntakenEvents(bindings, Date.now());
    await eventually(async () => expect(await alertedMonitors(channel)).toHaveLength(2));
  });
});

describe("a monitor", () => {
  it("reports that it alerts nobody until an enabled channel covers it", async () => {
    const monitor = await addMonitor();
    expect(monitor.alertsNobody).toBe(true);
    const linked = await add({ monitorIds: [monitor.id], enabled: false });
    const all = await add({ allMonitors: true, enabled: false });
    const other = await addMonitor();
    await add({ monitorIds: [other.id] });
    expect((await read(monitor)).alertsNobody).toBe(true);
    for (const { id } of [linked, all]) {
      await admin.patch(`${CHANNELS}/${id}`, { enabled: true });
      expect((await read(monitor)).alertsNobody).toBe(false);
      await admin.patch(`${CHANNELS}/${id}`, { enabled: false });
    }
    const listed = (await admin.get<Monitor[]>(MONITORS)).body;
    expect(listed.map(({ id, alertsNobody }) => [id, alertsNobody]).toSorted()).toEqual(
      [
        [monitor.id, true],
        [other.id, false],
      ].toSorted(),
    );
  });
});

describe("a channel document", () => {
  it("includes enabled settings, and turns off omitted ones", async () => {
    const applied = async (rest: object = {}) => (await apply(admin, [channelDocument("ops", rest)])).body;
    await applied();
    expect(await exportText(admin, "?kind=NotificationChannel&key=ops")).not.toMatch(/isDefault|allMonitors/);
    const on = await applied({ isDefault: true, allMonitors: true });
    expect(on.changes).toMatchObject([{ action: "update", fields: ["isDefault", "allMonitors"] }]);
    const text = await exportText(admin, "?kind=NotificationChannel&key=ops");
    expect(text).toContain("isDefault: true\nallMonitors: true\n");
    expect((await apply(admin, text)).body.summary).toEqual({ create: 0, update: 0, unchanged: 1 });
    expect((await admin.get<Channel[]>(CHANNELS)).body[0]).toMatchObject({ allMonitors: true });
    const off = await applied();
    expect(off.changes).toMatchObject([{ action: "update", fields: ["isDefault", "allMonitors"] }]);
    expect((await applied()).summary.unchanged).toBe(1);
    expect((await admin.get<Channel[]>(CHANNELS)).body[0]).toMatchObject({ allMonitors: false });
  });
});
