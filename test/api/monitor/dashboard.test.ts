import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Dashboard, dashboard } from "../../../src/schema/dashboard.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { eventually } from "../../eventually.ts";
import { addToken, addUser, bindings, setUp, type Visitor } from "../client.ts";

const DASHBOARD = "/api/v1/admin/dashboard";
const HOUR = 3_600_000;
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

async function read(by = admin): Promise<Dashboard> {
  const { status, body } = await by.get<Dashboard>(DASHBOARD);
  expect(status).toBe(200);
  return body;
}

async function addMonitor(name: string): Promise<Monitor> {
  return (await admin.post<Monitor>("/api/v1/admin/monitors", { name, type: "webhook", config: {} })).body;
}

async function beat({ heartbeatUrl = "" }: Monitor, status: string, message = ""): Promise<void> {
  await admin.get(
    `${new URL(heartbeatUrl).pathname}?status=${status}&message=${encodeURIComponent(message)}`,
  );
}

async function setSetting(name: string, value: unknown): Promise<void> {
  await bindings.DB.prepare("INSERT OR REPLACE INTO settings (name, value, updated_at) VALUES (?, ?, 0)")
    .bind(name, JSON.stringify(value))
    .run();
}

/** A batch counts as one. */
async function asksDuring(work: () => Promise<unknown>): Promise<{ batches: number; statements: number }> {
  const prototype = Object.getPrototypeOf(bindings.DB) as D1Database;
  const [batch, prepare] = [vi.spyOn(prototype, "batch"), vi.spyOn(prototype, "prepare")];
  await work();
  const batched = batch.mock.calls.reduce((sum, [statements]) => sum + statements.length, 0);
  const counts = { batches: batch.mock.calls.length, statements: prepare.mock.calls.length - batched };
  batch.mockRestore();
  prepare.mockRestore();
  return counts;
}

describe("the dashboard", () => {
  it("lists the first steps of an empty instance", async () => {
    const board = await read();
    expect(dashboard.parse(board)).toEqual(board);
    expect(board).toMatchObject({
      counts: { down: 0, degraded: 0, affected: 0, pending: 0, up: 0, paused: 0 },
      firstSteps: { monitor: false, channel: false, page: false },
      hasChannel: false,
      failing: [],
      changes: [],
      silent: { total: 0, monitors: [] },
      incidents: [],
      maintenance: { running: [], upcoming: [] },
      update: { newer: null },
    });
    expect(board.warnings).toEqual([]);
  });

  it("shows the current monitors, incidents and maintenance", async () => {
    const [fine, bad, off] = [await addMonitor("Fine"), await addMonitor("Bad"), await addMonitor("Off")];
    await beat(fine, "up");
    await beat(bad, "down", "No disk.");
    await admin.post(`/api/v1/admin/monitors/${off.id}/pause`);
    const channel = await admin.post<{ id: number }>("/api/v1/admin/notifications/channels", {
      name: "Hook",
      type: "webhook",
      config: { url: "https://hook.example/" },
      monitorIds: [fine.id],
    });
    const now = Date.now();
    const window = (name: string, startsAt: number) =>
      admin.post("/api/v1/admin/maintenance", {
        name,
        description: "",
        allMonitors: true,
        monitorIds: [],
        notifySubscribers: false,
        startsAt,
        endsAt: startsAt + 2 * HOUR,
      });
    await window("Now", now - HOUR);
    await window("Soon", now + HOUR);
    await admin.post("/api/v1/admin/incidents", {
      title: "Open",
      status: "investigating",
      impact: "major",
      draft: true,
    });
    await admin.post("/api/v1/admin/incidents", { title: "Over", status: "resolved", impact: "minor" });
    await admin.put("/api/v1/admin/layout", {
      tree: { id: "root", type: "page", children: [{ id: "a", type: "monitor", monitorId: fine.id }] },
    });
    const board = await eventually(async () => {
      const found = await read();
      expect(found.counts.down).toBe(1);
      return found;
    });
    expect(dashboard.parse(board)).toEqual(board);
    expect(board.counts).toMatchObject({ up: 1, down: 1, paused: 1 });
    expect(board.failing).toEqual([
      { id: bad.id, name: "Bad", status: "down", message: "No disk.", statusSince: expect.any(Number) },
    ]);
    expect(board.changes.map(({ name }) => name)).toEqual(["Bad"]);
    expect(board.silent).toEqual({
      total: 2,
      monitors: [
        { id: bad.id, name: "Bad" },
        { id: off.id, name: "Off" },
      ],
    });
    expect(board.firstSteps).toEqual({ monitor: true, channel: true, page: true });
    expect(board.maintenance?.running.map(({ name }) => name)).toEqual(["Now"]);
    expect(board.maintenance?.upcoming.map(({ name }) => name)).toEqual(["Soon"]);
    expect(board.incidents).toMatchObject([{ title: "Open", draft: true, status: "investigating" }]);
    await admin.patch(`/api/v1/admin/notifications/channels/${channel.body.id}`, { enabled: false });
    expect((await read()).silent.total).toBe(3);
  });

  it("marks the channel step as done once a failure would send a notification", async () => {
    const channels = "/api/v1/admin/notifications/channels";
    const { body: rest } = await admin.get<{ id: number }[]>(channels);
    await Promise.all(rest.map(({ id }) => admin.delete(`${channels}/${id}`)));
    const [watched, paused] = [await addMonitor("Watched"), await addMonitor("Paused")];
    await admin.post(`/api/v1/admin/monitors/${paused.id}/pause`);
    const { body: hook } = await admin.post<{ id: number }>(channels, {
      name: "First",
      type: "webhook",
      config: { url: "https://hook.example/" },
    });
    const step = async () => (await read()).firstSteps.channel;
    const change = async (body: object) => await admin.patch(`${channels}/${hook.id}`, body);
    expect(await read()).toMatchObject({ firstSteps: { channel: false }, hasChannel: true });
    await change({ monitorIds: [paused.id] });
    expect(await step()).toBe(false);
    await change({ monitorIds: [watched.id] });
    expect(await step()).toBe(true);
    await change({ enabled: false });
    expect(await step()).toBe(false);
    await change({ enabled: true, monitorIds: [], allMonitors: true });
    expect(await step()).toBe(true);

    await admin.delete(`${channels}/${hook.id}`);
    const { body: mail } = await admin.post<{ id: number }>(channels, {
      name: "Mail",
      type: "email",
      config: { to: "night@example.com" },
      allMonitors: true,
    });
    expect(await step()).toBe(false);
    const host = { host: "smtp.example", fromAddress: "status@example.com" };
    expect((await admin.put("/api/v1/admin/notifications/smtp", host)).status).toBe(200);
    expect(await step()).toBe(true);
    await admin.put("/api/v1/admin/notifications/smtp", { host: "", fromAddress: "" });
    await admin.delete(`${channels}/${mail.id}`);
    await Promise.all([watched, paused].map(({ id }) => admin.delete(`/api/v1/admin/monitors/${id}`)));
  });

  it("shows the alerts and incident of each outage to callers with permission", async () => {
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("ok"));
    const { body: windows } = await admin.get<{ id: number }[]>("/api/v1/admin/maintenance");
    for (const { id } of windows) await admin.delete(`/api/v1/admin/maintenance/${id}`);
    const [told, untold] = [await addMonitor("Told"), await addMonitor("Untold")];
    const { body: channel } = await admin.post<{ id: number }>("/api/v1/admin/notifications/channels", {
      name: "Night",
      type: "webhook",
      config: { url: "https://night.example/" },
      monitorIds: [told.id],
    });
    await beat(told, "up");
    await beat(told, "down", "No disk.");
    await beat(untold, "down", "No net.");
    const { body: incident } = await admin.post<{ id: number }>("/api/v1/admin/incidents", {
      title: "Told of",
      status: "investigating",
      impact: "major",
      monitorIds: [told.id],
    });
    const board = await eventually(async () => {
      const found = await read();
      expect(found.alerts).toMatchObject([
        { monitorId: told.id, channelId: channel.id, status: "delivered" },
      ]);
      return found;
    });
    expect(dashboard.parse(board)).toEqual(board);
    expect(board.alerts?.[0]?.channelName).toBe("Night");
    expect(board.incidents?.find(({ id }) => id === incident.id)).toMatchObject({
      monitorIds: [told.id],
      pageWide: false,
    });
    expect((await read(await addToken(admin, ["monitors:read"]))).alerts).toBeNull();
    await beat(told, "up");
    await eventually(async () => expect((await read()).alerts).toEqual([]));
    await Promise.all([told, untold].map(({ id }) => admin.delete(`/api/v1/admin/monitors/${id}`)));
    await admin.delete(`/api/v1/admin/incidents/${incident.id}`);
    vi.restoreAllMocks();
  });

  it("shows warnings only to administrators and tokens with system:read", async () => {
    const { visitor: operator } = await addUser("operator");
    expect(await read(operator)).toMatchObject({ warnings: null, incidents: [{}] });
    const token = await addToken(admin, ["monitors:read"]);
    // An old instance without any housekeeping.
    await bindings.DB.prepare("UPDATE audit SET at = 1").run();
    expect(await read(token)).toMatchObject({
      warnings: null,
      incidents: null,
      maintenance: null,
    });
    const more = await addToken(admin, ["monitors:read", "incidents:read", "system:read"]);
    expect(await read(more)).toMatchObject({
      warnings: [{}],
      incidents: [{}],
    });
  });

  it("warns about late housekeeping and failing backups", async () => {
    await setSetting("cron", Date.now());
    expect((await read()).warnings).toEqual([]);
    await setSetting("backup_status", { lastSuccessAt: null, lastError: "No room." });
    expect((await read()).warnings).toMatchObject([{ id: "backup", state: "failing" }]);
    await bindings.DB.prepare("DELETE FROM settings WHERE name = 'backup_status'").run();
  });

  it("reads everything in one batch, apart from the session", async () => {
    const who = await asksDuring(() => admin.get("/api/v1/auth/session"));
    const all = await asksDuring(() => admin.get(DASHBOARD));
    expect(all.batches + all.statements - who.batches - who.statements).toBeLessThanOrEqual(2);
    expect(all.batches).toBe(1);
  });
});
