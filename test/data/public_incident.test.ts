import { beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../src/api/routes.ts";
import { openDb } from "../../src/data/db.ts";
import { longTimeFormat } from "../../src/domain/page/time_wording.ts";
import type { Incident } from "../../src/schema/incident.ts";
import { openAutoIncident, resolveAutoIncident } from "../../src/service/incident/automatic.ts";
import {
  findPublicIncident,
  listPublicFacts,
  listPublicIncidents,
  listPublicMaintenance,
  listPublicMaintenances,
  type PublicScope,
} from "../../src/service/page/incident.ts";
import { runHousekeeping } from "../../src/service/system/housekeeping.ts";
import { bindings, setUp, Visitor } from "../api/client.ts";

const INCIDENTS = "/api/v1/admin/incidents";
const MAINTENANCE = "/api/v1/admin/maintenance";
const DAY = 86_400_000;
const NOVEMBER = Date.UTC(2023, 10, 1);
const TYPES = ["incident.created", "incident.updated", "incident.resolved", "maintenance.scheduled"] as const;

const db = openDb(bindings.DB);
let admin: Visitor;
let shop = 0;
let secret = 0;
let scope: PublicScope;

beforeAll(async () => {
  admin = await setUp();
  const add = async (name: string) =>
    (await admin.post<{ id: number }>("/api/v1/admin/monitors", { name, type: "webhook" })).body.id;
  [shop, secret] = [await add("Shop"), await add("Internal thing")];
  scope = { pageId: 1, monitorIds: [shop], baseUrl: "https://status.example" };
});

const open = async (title: string, body: object = {}) =>
  (
    await admin.post<Incident>(INCIDENTS, {
      title,
      status: "investigating",
      impact: "minor",
      monitorIds: [shop],
      ...body,
    })
  ).body;
const plan = async (name: string, body: object) =>
  (
    await admin.post<{ id: number }>(MAINTENANCE, {
      name,
      startsAt: Date.now() + DAY,
      endsAt: Date.now() + 2 * DAY,
      ...body,
    })
  ).body.id;
const titles = async (options: Parameters<typeof listPublicIncidents>[2] = {}, as = scope) =>
  (await listPublicIncidents(db, as, options)).items.map(({ title }) => title);

describe("listPublicIncidents", () => {
  it("returns an incident with public monitors only", async () => {
    const made = await open("Mixed", { monitorIds: [shop, secret], body: "one" });
    const found = await findPublicIncident(db, scope, made.id);
    expect(found).toEqual({
      id: made.id,
      title: "Mixed",
      status: "investigating",
      impact: "minor",
      startedAt: new Date(made.startedAt).toISOString(),
      resolvedAt: null,
      createdAt: new Date(made.createdAt).toISOString(),
      updatedAt: new Date(made.updatedAt).toISOString(),
      url: `https://status.example/incidents/${made.id}`,
      components: [{ id: shop, name: "Shop" }],
      updates: [
        {
          id: made.updates[0]?.id,
          body: "one",
          status: "investigating",
          postedAt: new Date(made.createdAt).toISOString(),
        },
      ],
    });
    expect((await listPublicIncidents(db, scope)).items).toContainEqual(found);
  });

  it("includes incidents of the whole page, and excludes those of internal or deleted monitors", async () => {
    const wide = await open("Whole page", { monitorIds: [] });
    const internal = await open("Internal", { monitorIds: [secret] });
    const gone = await admin.post<{ id: number }>("/api/v1/admin/monitors", {
      name: "Brief",
      type: "webhook",
    });
    const orphan = await open("Orphan", { monitorIds: [gone.body.id] });
    await admin.delete(`/api/v1/admin/monitors/${gone.body.id}`);
    const found = await titles();
    expect(found).toContain("Whole page");
    expect(found).not.toContain("Internal");
    expect(found).not.toContain("Orphan");
    expect(await findPublicIncident(db, scope, wide.id)).toMatchObject({ components: [] });
    expect(await findPublicIncident(db, scope, internal.id)).toBe(null);
    expect(await findPublicIncident(db, scope, orphan.id)).toBe(null);
    expect(await titles({}, { ...scope, monitorIds: [] })).toEqual(["Whole page"]);
  });

  it("filters, paginates and counts, by start or last publication, and by month", async () => {
    const all = [];
    for (let day = 0; day < 4; day++) {
      const status = day === 1 ? "resolved" : "investigating";
      all.push(await open(`Day ${day}`, { startedAt: NOVEMBER + day * DAY, status, body: "x" }));
    }
    await admin.post(`${INCIDENTS}/${all[0]?.id}/updates`, { body: "y", status: "monitoring" });
    const november = { from: NOVEMBER, to: Date.UTC(2023, 11, 1) };
    expect(await titles(november)).toEqual(["Day 3", "Day 2", "Day 1", "Day 0"]);
    expect(await titles({ ...november, filter: "active" })).toEqual(["Day 3", "Day 2", "Day 0"]);
    expect(await titles({ ...november, filter: "resolved" })).toEqual(["Day 1"]);
    expect(await titles({ ...november, limit: 2, page: 2 })).toEqual(["Day 1", "Day 0"]);
    expect((await listPublicIncidents(db, scope, { ...november, limit: 1 })).total).toBe(4);
    expect(await titles({ ...november, to: NOVEMBER + DAY })).toEqual(["Day 0"]);
    expect((await titles({ ...november, order: "updated" }))[0]).toBe("Day 0");
  });

  it("uses the public names of monitors, also in automatic incidents", async () => {
    const made = await admin.post<{ id: number }>("/api/v1/admin/monitors", {
      name: "payments-eu-1",
      publicName: "Payments",
      type: "webhook",
      autoIncidentMinutes: 5,
      autoIncidentMode: "published",
    });
    const [now, { id: monitorId }] = [Date.now(), made.body];
    const own = { ...scope, monitorIds: [monitorId] };
    const opening = { monitorId, eventId: `${monitorId}:1`, downSince: now - 120_000, error: "x", now };
    const id = (await openAutoIncident(bindings, opening)) ?? 0;
    await admin.patch(`/api/v1/admin/monitors/${monitorId}`, { publicName: "Paying" });
    await resolveAutoIncident(bindings, { monitorId, eventId: `${monitorId}:1`, now: now + 60_000 });
    const found = await findPublicIncident(db, own, id);
    expect(found?.title).toBe("Payments is not available");
    expect(found?.components).toEqual([{ id: monitorId, name: "Paying" }]);
    expect(found?.updates[0]?.body).toContain("Paying");
    expect(JSON.stringify(found)).not.toContain("payments-eu-1");
    const facts = await listPublicFacts(db, {
      pageId: 1,
      monitorIds: own.monitorIds,
      types: TYPES,
      limit: 50,
    });
    const about = facts.filter(({ subject }) => subject.id === id);
    expect(about.map(({ type }) => type)).toEqual(["incident.resolved", "incident.created"]);
    for (const { subject } of about) expect(subject.components).toEqual(found?.components);
  });

  it("returns an automatic incident in the page's language, or in its default wording", async () => {
    await admin.patch(`/api/v1/admin/monitors/${shop}`, {
      autoIncidentMinutes: 5,
      autoIncidentMode: "published",
    });
    const now = Date.now();
    const opening = { monitorId: shop, eventId: `${shop}:1`, downSince: now - 120_000, error: "x", now };
    const id = (await openAutoIncident(bindings, opening)) ?? 0;
    const read = async (locale?: string) =>
      await findPublicIncident(db, { ...scope, ...(locale && { locale }) }, id);
    expect((await read("pl-pl"))?.title).toBe("Niedostępne: Shop");
    const began = longTimeFormat("pl").format(now - 120_000);
    expect((await read("pl"))?.updates[0]?.body).toContain(`Początek awarii: ${began}.`);
    expect((await read("de"))?.title).toBe("Shop is not available");
    expect((await read())?.title).toBe("Shop is not available");
    await admin.patch(`${INCIDENTS}/${id}`, { title: "By hand" });
    expect((await read("pl"))?.title).toBe("By hand");
  });
});

describe("a draft", () => {
  it("is hidden from visitors, and once published hides when it was written", async () => {
    const { id } = await open("Zzdraft", { draft: true, monitorIds: [], body: "zzdraft text", startedAt: 5 });
    await admin.post(`${INCIDENTS}/${id}/updates`, { body: "zzdraft more", status: "resolved" });
    const readable = ENDPOINTS.filter(({ area, method }) => area === "public" && method === "GET");
    const paths = [...new Set(readable.map(({ path }) => path.replaceAll(/:\w+/g, String(id))))];
    for (const path of [
      "/",
      "/history",
      `/incidents/${id}`,
      ...paths.filter((one) => !one.endsWith("/events")),
    ]) {
      const { body } = await new Visitor().get<unknown>(path);
      expect([path, JSON.stringify(body).toLowerCase().includes("zzdraft")]).toEqual([path, false]);
    }
    expect(await findPublicIncident(db, scope, id)).toBe(null);
    expect(await titles({ limit: 1000 })).not.toContain("Zzdraft");
    const facts = await listPublicFacts(db, { pageId: 1, monitorIds: [shop], types: TYPES, limit: 1000 });
    expect(JSON.stringify(facts)).not.toContain("draft");

    await bindings.DB.prepare("UPDATE incidents SET created_at = 5, updated_at = 5 WHERE id = ?")
      .bind(id)
      .run();
    const published = (await admin.post<Incident>(`${INCIDENTS}/${id}/publish`)).body;
    expect(await findPublicIncident(db, scope, id)).toMatchObject({
      createdAt: new Date(published.updatedAt).toISOString(),
    });
  });
});

describe("listPublicMaintenances", () => {
  it("lists running and planned windows of public or all monitors, the next first", async () => {
    const now = Date.now();
    await plan("Later", { monitorIds: [shop, secret] });
    await plan("Now", { startsAt: now - DAY, allMonitors: true, monitorIds: [secret], description: "why" });
    await plan("Over", { startsAt: NOVEMBER, endsAt: NOVEMBER + DAY, monitorIds: [shop] });
    const internal = await plan("Internal", { monitorIds: [secret] });
    const found = await listPublicMaintenances(db, scope, { now: Date.now() });
    expect(found).toMatchObject([
      { name: "Now", status: "in_progress", description: "why", components: [] },
      { name: "Later", status: "not_started", description: null, components: [{ id: shop, name: "Shop" }] },
    ]);
    expect(found[1]?.url).toBe(`https://status.example/maintenance/${found[1]?.id}`);
    expect(await listPublicMaintenance(db, scope, { id: internal, now })).toBe(null);
    expect(await listPublicMaintenance(db, scope, { id: found[0]?.id ?? 0, now: Date.now() })).toEqual(
      found[0],
    );
    const span = { from: NOVEMBER, to: NOVEMBER + 1 };
    expect(await listPublicMaintenances(db, scope, { now, span })).toMatchObject([
      { name: "Over", status: "completed" },
    ]);
  });
});

describe("listPublicFacts", () => {
  it("returns each fact once, newest first, with its public components and update", async () => {
    const { id } = await open("Facts", { monitorIds: [shop, secret], body: "one" });
    await admin.post(`${INCIDENTS}/${id}/updates`, { body: "two", status: "resolved" });
    await open("Hidden", { monitorIds: [secret] });
    const facts = await listPublicFacts(db, { pageId: 1, monitorIds: [shop], types: TYPES, limit: 1000 });
    expect(JSON.stringify(facts)).not.toContain("Internal");
    expect(JSON.stringify(facts)).not.toContain("Hidden");
    expect(new Set(facts.map((fact) => fact.id)).size).toBe(facts.length);
    expect(facts.map(({ at }) => at)).toEqual(facts.map(({ at }) => at).sort((a, b) => b - a));
    const own = facts.filter(({ subject }) => "title" in subject && subject.title === "Facts");
    expect(own.map(({ type }) => type)).toEqual(["incident.resolved", "incident.created"]);
    expect(own).toMatchObject([
      { update: { body: "two" }, subject: { components: [{ id: shop, name: "Shop" }] } },
      { update: null },
    ]);
    const some = await listPublicFacts(db, {
      pageId: 1,
      monitorIds: [shop],
      types: ["incident.resolved"],
      limit: 1,
    });
    expect(some.map(({ type }) => type)).toEqual(["incident.resolved"]);
  });

  it("keeps facts for 400 days", async () => {
    const { id } = await open("Old");
    await open("Young");
    const age = (days: number) =>
      bindings.DB.prepare("UPDATE public_events SET at = ? WHERE incident_id = ?")
        .bind(Date.now() - days * DAY, id)
        .run();
    const isThere = async () =>
      (await bindings.DB.prepare("SELECT 1 FROM public_events WHERE incident_id = ?").bind(id).all()).results
        .length;
    await age(399);
    await runHousekeeping(bindings, Date.now());
    expect(await isThere()).toBe(1);
    await age(401);
    await runHousekeeping(bindings, Date.now());
    expect(await isThere()).toBe(0);
  });
});
