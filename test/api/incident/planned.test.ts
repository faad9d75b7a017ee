import { beforeAll, describe, expect, it } from "vitest";
import type { Incident } from "../../../src/schema/incident.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { PublicIncident } from "../../../src/schema/public_page.ts";
import { publishDueUpdates } from "../../../src/service/incident/post_update.ts";
import { runHousekeeping } from "../../../src/service/system/housekeeping.ts";
import { bindings, setUp, Visitor } from "../client.ts";
import { addBeating, place } from "../page/placed.ts";

const ROOT = "/api/v1/admin/incidents";
const HOUR_MS = 3_600_000;
let admin: Visitor;
let shop: Monitor;
let mail: Monitor;

beforeAll(async () => {
  admin = await setUp();
  shop = await addBeating(admin, "Shop");
  mail = await addBeating(admin, "Mail");
  await place(admin, [shop, mail]);
});

const open = async (body: object = {}) => {
  const given = { title: "Trouble", status: "investigating", impact: "major", monitorIds: [shop.id] };
  return (await admin.post<Incident>(ROOT, { ...given, body: "Looking.", ...body })).body;
};
const later = (hours = 1) => Date.now() + hours * HOUR_MS;
const read = async (id: number) => (await admin.get<Incident>(`${ROOT}/${id}`)).body;
const shown = async (id: number) =>
  (await new Visitor().get<PublicIncident>(`/api/v1/public/incidents/${id}`)).body;

async function plan(id: number, body: object = {}): Promise<{ updateId: number; publishAt: number }> {
  const publishAt = later();
  const given = { body: "It is mended.", status: "monitoring", publishAt, ...body };
  const reply = await admin.post<Incident>(`${ROOT}/${id}/updates`, given);
  expect(reply.status).toBe(201);
  const planned = reply.body.updates.filter((update) => update.publishAt !== null);
  return { updateId: Math.max(...planned.map((update) => update.id)), publishAt };
}

async function eventsOf(id: number): Promise<string[]> {
  const { results } = await bindings.DB.prepare(
    "SELECT type, update_id FROM public_events WHERE incident_id = ? ORDER BY at, update_id",
  )
    .bind(id)
    .all<{ type: string; update_id: number | null }>();
  return results.map(({ type, update_id }) => `${type} ${update_id ?? ""}`.trim());
}

describe("a scheduled update", () => {
  it("is visible only to the team until its time, and then posted like any other", async () => {
    const { id } = await open();
    const components = [{ monitorId: mail.id, status: "partial_outage" }];
    const { updateId, publishAt } = await plan(id, { components });
    expect(await read(id)).toMatchObject({
      status: "investigating",
      monitorIds: [shop.id],
      updates: [{ id: updateId, publishAt, components }, { publishAt: null }],
    });
    expect(await shown(id)).toMatchObject({ status: "investigating", updates: [{ body: "Looking." }] });
    expect((await shown(id)).updates).toHaveLength(1);
    await runHousekeeping(bindings, publishAt - 1);
    expect((await read(id)).status).toBe("investigating");
    expect(await eventsOf(id)).toEqual(["incident.created"]);
    await runHousekeeping(bindings, publishAt);
    expect(await read(id)).toMatchObject({
      status: "monitoring",
      monitorIds: [shop.id, mail.id],
      components,
      updates: [{ id: updateId, publishAt: null, postedAt: publishAt }, {}],
    });
    expect(await shown(id)).toMatchObject({
      status: "monitoring",
      updates: [{ id: updateId, body: "It is mended.", components: [{ name: "Mail" }] }, {}],
    });
    expect(await eventsOf(id)).toEqual(["incident.created", `incident.updated ${updateId}`]);
  });

  it("is posted only once, even with several attempts at the same time", async () => {
    const { id } = await open();
    const { updateId, publishAt } = await plan(id);
    const { updateId: end } = await plan(id, { status: "resolved", publishAt: publishAt + 1 });
    const now = publishAt + 2;
    await Promise.all([1, 2, 3].map(async () => await publishDueUpdates(bindings, now)));
    await publishDueUpdates(bindings, now + 1);
    const { status, resolvedAt, updates } = await read(id);
    expect([status, resolvedAt, updates.length]).toEqual(["resolved", now, 3]);
    expect(await eventsOf(id)).toEqual([
      "incident.created",
      `incident.updated ${updateId}`,
      `incident.resolved ${end}`,
    ]);
    const entries = await bindings.DB.prepare(
      "SELECT count(*) AS total FROM audit WHERE entity_type = 'incident' AND entity_id = ?",
    )
      .bind(id)
      .first<{ total: number }>();
    // Opened, scheduled twice, posted twice.
    expect(entries?.total).toBe(5);
  });

  it("notifies subscribers even when another update was posted after it was scheduled", async () => {
    const { id } = await open();
    const { updateId, publishAt } = await plan(id);
    await plan(id, { body: "Much later", publishAt: later(9) });
    await admin.post(`${ROOT}/${id}/updates`, { body: "Meanwhile", status: "identified" });
    await runHousekeeping(bindings, publishAt);
    const row = await bindings.DB.prepare("SELECT body FROM public_events WHERE id = ?")
      .bind(`incident-${id}-update-${updateId}`)
      .first<{ body: string }>();
    expect(await eventsOf(id)).toContain(`incident.updated ${updateId}`);
    const { status, updates } = JSON.parse(row?.body ?? "{}") as {
      status: string;
      updates: { body: string }[];
    };
    expect([status, ...updates.map(({ body }) => body)]).toEqual([
      "monitoring",
      "It is mended.",
      "Meanwhile",
      "Looking.",
    ]);
  });

  it("can be changed and deleted until it is posted, and then only its text", async () => {
    const { id } = await open();
    const { updateId, publishAt } = await plan(id);
    const path = `${ROOT}/${id}/updates/${updateId}`;
    const moved = publishAt + HOUR_MS;
    const change = { body: "Changed", status: "identified", publishAt: moved, components: [] };
    expect((await admin.patch(path, change)).status).toBe(200);
    expect((await admin.patch(path, { body: "Changed", publishAt: 5 })).status).toBe(400);
    await runHousekeeping(bindings, publishAt);
    expect((await read(id)).updates).toHaveLength(2);
    expect((await read(id)).status).toBe("investigating");
    await runHousekeeping(bindings, moved);
    expect(await read(id)).toMatchObject({ status: "identified", updates: [{ body: "Changed" }, {}] });
    expect((await admin.patch(path, { body: "Again", publishAt: later() })).status).toBe(409);
    expect((await admin.patch(path, { body: "Again", components: [] })).status).toBe(409);
    expect((await admin.patch(path, { body: "Again" })).status).toBe(200);
    const { updateId: other, publishAt: at } = await plan(id, { body: "Never" });
    expect((await admin.delete(`${ROOT}/${id}/updates/${other}`)).status).toBe(204);
    await runHousekeeping(bindings, at);
    expect((await read(id)).updates.map(({ body }) => body)).toEqual(["Again", "Looking."]);
  });

  it("stays scheduled when a draft is published, and sends no notification in a draft", async () => {
    const { id } = await open({ draft: true });
    const { publishAt } = await plan(id, { body: "First" });
    const { publishAt: last } = await plan(id, { body: "Last", publishAt: publishAt + HOUR_MS });
    await runHousekeeping(bindings, publishAt);
    expect(await eventsOf(id)).toEqual([]);
    await admin.post(`${ROOT}/${id}/publish`);
    expect((await shown(id)).updates.map(({ body }) => body).sort()).toEqual(["First", "Looking."]);
    expect((await read(id)).updates[0]).toMatchObject({ body: "Last", publishAt: publishAt + HOUR_MS });
    expect(last).toBeGreaterThan(0);
  });

  it.each([
    ["a past time", 5],
    ["a time one millisecond ago", 0],
    ["an invalid time", "soon"],
  ])("rejects %s", async (_name, publishAt) => {
    const { id } = await open();
    const body = { body: "x", status: "identified", publishAt: publishAt === 0 ? Date.now() - 1 : publishAt };
    expect((await admin.post(`${ROOT}/${id}/updates`, body)).status).toBe(400);
  });
});
