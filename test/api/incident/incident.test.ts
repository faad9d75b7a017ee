import { beforeAll, describe, expect, it } from "vitest";
import type { Incident } from "../../../src/schema/incident.ts";
import { createContext } from "../../../src/service/context.ts";
import { publishIncident } from "../../../src/service/incident/incident.ts";
import { addToken, bindings, setUp, Visitor } from "../client.ts";

const ROOT = "/api/v1/admin/incidents";
const OUTAGE = { title: "Outage", status: "investigating", impact: "major", monitorIds: [] };

interface Page {
  items: Incident[];
  total: number;
  page: number;
  limit: number;
}
interface Event {
  id: string;
  type: string;
  update_id: number | null;
  body: { title: string; status: string; resolvedAt: number | null; updates: { id: number; body: string }[] };
}

let admin: Visitor;
let monitorA = 0;
let monitorB = 0;

beforeAll(async () => {
  admin = await setUp();
  const add = async (name: string) =>
    (await admin.post<{ id: number }>("/api/v1/admin/monitors", { name, type: "webhook" })).body.id;
  monitorA = await add("Shop");
  monitorB = await add("Warehouse");
});

const open = async (body: object = {}) => (await admin.post<Incident>(ROOT, { ...OUTAGE, ...body })).body;
const read = async (id: number) => (await admin.get<Incident>(`${ROOT}/${id}`)).body;
const list = async (query: string) => (await admin.get<Page>(`${ROOT}?${query}`)).body;
const post = async (id: number, status: string, body = status) =>
  await admin.post<Incident>(`${ROOT}/${id}/updates`, { body, status });

async function eventsOf(id: number): Promise<Event[]> {
  const rows = await bindings.DB.prepare(
    "SELECT * FROM public_events WHERE incident_id = ? ORDER BY coalesce(update_id, 0)",
  )
    .bind(id)
    .all<Omit<Event, "body"> & { body: string }>();
  return rows.results.map((row) => ({ ...row, body: JSON.parse(row.body) }));
}

describe("an incident", () => {
  it("is returned with all fields when opened, with the text of its first update", async () => {
    const startedAt = Date.now() - 600_000;
    const made = await admin.post<Incident>(ROOT, {
      ...OUTAGE,
      monitorIds: [monitorB, monitorA, monitorA],
      body: "  We **look**.  ",
      startedAt,
    });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(Number),
      version: 1,
      title: "Outage",
      status: "investigating",
      impact: "major",
      draft: false,
      automatic: false,
      monitorIds: [monitorA, monitorB],
      components: [],
      pageWide: false,
      pageKeys: [],
      pages: [],
      formerComponents: [],
      notifySubscribers: true,
      nagHours: null,
      overdueAt: null,
      postMortem: null,
      startedAt,
      resolvedAt: null,
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
      updates: [
        {
          id: expect.any(Number),
          body: "We **look**.",
          status: "investigating",
          postedAt: made.body.createdAt,
          components: [],
          publishAt: null,
          locales: {},
        },
      ],
      locales: {},
    });
    expect(await read(made.body.id)).toEqual(made.body);
  });

  it("starts now without updates by default, and resolves at once if opened as resolved", async () => {
    const { startedAt, createdAt, updates } = await open();
    expect([startedAt, updates]).toEqual([createdAt, []]);
    const past = await open({ status: "resolved", startedAt: createdAt - 60_000 });
    expect(past).toMatchObject({ status: "resolved", resolvedAt: past.createdAt });
  });

  it.each([
    [{ title: "" }, "title"],
    [{ title: "two\nlines" }, "title"],
    [{ title: "x".repeat(201) }, "title"],
    [{ body: "x".repeat(20_001) }, "body"],
    [{ status: "over" }, "status"],
    [{ status: undefined }, "status"],
    [{ impact: "none" }, "impact"],
    [{ monitorIds: [999_999] }, "monitorIds"],
    [{ startedAt: Date.now() + 3_600_000 }, "startedAt"],
  ])("is rejected with %j at %s", async (fault, path) => {
    const reply = await admin.post<{ problems: { path: string }[] }>(ROOT, { ...OUTAGE, ...fault });
    expect([reply.status, reply.body.problems?.[0]?.path]).toEqual([400, path]);
  });

  it("accepts texts of the maximum length", async () => {
    const { title, updates } = await open({ title: "t".repeat(200), body: "b".repeat(20_000) });
    expect([title.length, updates[0]?.body.length]).toEqual([200, 20_000]);
  });

  it("takes the status of its latest update, lists updates newest first, and can be reopened", async () => {
    const { id } = await open({ body: "first" });
    expect((await post(id, "monitoring")).status).toBe(201);
    const resolved = (await post(id, "resolved")).body;
    expect(resolved).toMatchObject({ status: "resolved", resolvedAt: expect.any(Number) });
    const again = (await post(id, "resolved", "again")).body;
    expect(again.resolvedAt).toBe(resolved.resolvedAt);
    const reopened = (await post(id, "identified")).body;
    expect(reopened).toMatchObject({ status: "identified", resolvedAt: null });
    expect(reopened.updates.map(({ body }) => body)).toEqual([
      "identified",
      "again",
      "resolved",
      "monitoring",
      "first",
    ]);
    expect(await read(id)).toEqual(reopened);
  });

  it("rejects an update without text or status, or for an unknown incident", async () => {
    const { id } = await open();
    expect((await admin.post(`${ROOT}/${id}/updates`, { status: "resolved" })).status).toBe(400);
    expect((await admin.post(`${ROOT}/${id}/updates`, { body: "x" })).status).toBe(400);
    expect((await post(999_999, "resolved")).status).toBe(404);
  });

  it("can be changed in title, impact, monitors and times only", async () => {
    const { id, startedAt } = await open({ body: "x" });
    await post(id, "resolved");
    const change = {
      title: "Other",
      impact: "critical",
      monitorIds: [monitorA],
      startedAt: startedAt - 5000,
      resolvedAt: startedAt - 1000,
    };
    const changed = await admin.patch<Incident>(`${ROOT}/${id}`, {
      ...change,
      status: "monitoring",
      draft: true,
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ ...change, status: "resolved", draft: false, pageWide: false });
    expect((await read(id)).updates).toHaveLength(2);
  });

  it("can't be resolved or reopened by a change, or given invalid times", async () => {
    const { id } = await open();
    const change = async (body: object) => (await admin.patch(`${ROOT}/${id}`, body)).status;
    expect(await change({ resolvedAt: Date.now() })).toBe(400);
    const { resolvedAt } = (await post(id, "resolved")).body;
    expect(await change({ resolvedAt: null })).toBe(400);
    expect(await change({ startedAt: Number(resolvedAt) + 1 })).toBe(400);
    expect(await change({ resolvedAt: Date.now() + 3_600_000 })).toBe(400);
    expect(await change({ monitorIds: [999_999] })).toBe(400);
  });

  it("is deleted with its updates", async () => {
    const { id } = await open({ body: "x", monitorIds: [monitorA] });
    expect((await admin.delete(`${ROOT}/${id}`)).status).toBe(204);
    expect((await admin.get(`${ROOT}/${id}`)).status).toBe(404);
    expect((await admin.delete(`${ROOT}/${id}`)).status).toBe(404);
    for (const table of ["incident_updates", "incident_monitors", "public_events"]) {
      const rows = await bindings.DB.prepare(`SELECT 1 FROM ${table} WHERE incident_id = ?`).bind(id).all();
      expect([table, rows.results]).toEqual([table, []]);
    }
  });

  it("doesn't apply to the whole page when its last monitor is deleted", async () => {
    const monitor = await admin.post<{ id: number }>("/api/v1/admin/monitors", {
      name: "Brief",
      type: "webhook",
    });
    const { id } = await open({ monitorIds: [monitor.body.id] });
    await admin.delete(`/api/v1/admin/monitors/${monitor.body.id}`);
    expect(await read(id)).toMatchObject({ monitorIds: [], pageWide: false });
    await admin.patch(`${ROOT}/${id}`, { title: "still not" });
    expect(await read(id)).toMatchObject({ pageWide: false });
    expect((await open()).pageWide).toBe(true);
  });
});

describe("a posted update", () => {
  it("can be edited in its text only, and deleted, without changing the incident's time", async () => {
    const { id } = await open({ body: "frist" });
    const before = (await post(id, "resolved", "done")).body;
    const [done, first] = before.updates;
    const path = `${ROOT}/${id}/updates`;
    const corrected = await admin.patch<Incident>(`${path}/${first?.id}`, {
      body: "first",
      status: "monitoring",
    });
    expect(corrected.body).toEqual({
      ...before,
      version: expect.any(Number),
      updates: [done, { ...first, body: "first" }],
    });
    expect((await admin.delete(`${path}/${done?.id}`)).status).toBe(204);
    expect(await read(id)).toEqual({
      ...before,
      version: expect.any(Number),
      updates: [{ ...first, body: "first" }],
    });
  });

  it("is accessible only through its own incident", async () => {
    const [one, other] = [await open({ body: "x" }), await open({ body: "y" })];
    const path = `${ROOT}/${other.id}/updates/${one.updates[0]?.id}`;
    expect((await admin.patch(path, { body: "z" })).status).toBe(404);
    expect((await admin.delete(path)).status).toBe(404);
    expect((await admin.patch(`${ROOT}/${one.id}/updates/none`, { body: "z" })).status).toBe(404);
    expect((await read(one.id)).updates[0]?.body).toBe("x");
  });
});

describe("the list of incidents", () => {
  it("is paged, most recently started first", async () => {
    for (let i = 0; i < 5; i++) await open({ title: `Paged ${i}`, startedAt: 1_000_000 + i });
    const second = await list("search=paged&limit=2&page=2");
    expect(second).toMatchObject({ total: 5, page: 2, limit: 2 });
    expect(second.items.map(({ title }) => title)).toEqual(["Paged 2", "Paged 1"]);
    expect(await list("search=paged&limit=2&page=4")).toMatchObject({ items: [], total: 5 });
    expect((await list("limit=1000")).limit).toBe(100);
    expect((await admin.get(`${ROOT}?page=0`)).status).toBe(400);
  });

  it("filters by open, resolved and draft, which don't overlap", async () => {
    await open({ title: "state open" });
    await open({ title: "state resolved", status: "resolved" });
    await open({ title: "state draft", draft: true });
    await open({ title: "state resolved draft", draft: true, status: "resolved" });
    const titles = async (state: string) =>
      (await list(`search=state%20&state=${state}`)).items.map(({ title }) => title).sort();
    expect(await titles("open")).toEqual(["state open"]);
    expect(await titles("resolved")).toEqual(["state resolved"]);
    expect(await titles("draft")).toEqual(["state draft", "state resolved draft"]);
    expect((await admin.get(`${ROOT}?state=closed`)).status).toBe(400);
  });

  it("can be searched by monitor, title and text, case-insensitively and literally", async () => {
    const { id } = await open({ title: "Żółw 100%", monitorIds: [monitorB], body: "NEEDLE_in" });
    const ids = async (query: string) => (await list(query)).items.map((incident) => incident.id);
    expect(await ids(`search=${encodeURIComponent("Żółw")}`)).toEqual([id]);
    expect(await ids("search=needle_")).toEqual([id]);
    expect(await ids("search=100%25")).toEqual([id]);
    expect(await ids("search=n%25in")).toEqual([]);
    expect(await ids(`search=needle&monitorId=${monitorB}`)).toEqual([id]);
    expect(await ids(`search=needle&monitorId=${monitorA}`)).toEqual([]);
  });
});

describe("a draft", () => {
  it("sends no notifications, accepts updates, and is published once with all of them", async () => {
    const { id, startedAt } = await open({ draft: true, body: "first", startedAt: 1_000_000 });
    await post(id, "identified", "second");
    expect(await eventsOf(id)).toEqual([]);
    await bindings.DB.prepare("UPDATE incident_updates SET posted_at = 5 WHERE incident_id = ?")
      .bind(id)
      .run();

    const published = await admin.post<Incident>(`${ROOT}/${id}/publish`);
    expect(published.status).toBe(200);
    const { draft, updates, updatedAt, status } = published.body;
    expect([draft, status, published.body.startedAt]).toEqual([false, "identified", startedAt]);
    expect(updates.map(({ body, postedAt }) => [body, postedAt])).toEqual([
      ["second", updatedAt],
      ["first", updatedAt],
    ]);
    const events = await eventsOf(id);
    expect(events.map(({ type }) => type)).toEqual(["incident.created"]);
    expect(events[0]?.body.updates.map(({ body }) => body)).toEqual(["second", "first"]);

    expect((await admin.post(`${ROOT}/${id}/publish`)).status).toBe(409);
    expect((await admin.post(`${ROOT}/999999/publish`)).status).toBe(404);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it("is published only once by two simultaneous requests", async () => {
    const { id } = await open({ draft: true });
    const client = { ip: "", userAgent: "" };
    const context = () => createContext(bindings, { client, origin: "", waitUntil: () => {} });
    const tries = await Promise.allSettled([publishIncident(context(), id), publishIncident(context(), id)]);
    expect(tries.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(tries.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "conflict" } });
    expect(await eventsOf(id)).toHaveLength(1);
  });
});

describe("a notification to subscribers", () => {
  it("is stored for each change with the incident's state at that time", async () => {
    const { id } = await open({ title: "Told", monitorIds: [monitorA], body: "one" });
    await post(id, "monitoring", "two");
    const { updates, resolvedAt } = (await post(id, "resolved", "three")).body;
    await post(id, "investigating", "four");
    const events = await eventsOf(id);
    expect(events.map(({ type, body }) => [type, body.status, body.updates.length])).toEqual([
      ["incident.created", "investigating", 1],
      ["incident.updated", "monitoring", 2],
      ["incident.resolved", "resolved", 3],
      ["incident.updated", "investigating", 4],
    ]);
    expect(events[0]).toMatchObject({ id: `incident-${id}-created`, update_id: null });
    expect(events[2]).toMatchObject({
      id: `incident-${id}-update-${updates[0]?.id}`,
      update_id: updates[0]?.id,
      body: { id, title: "Told", resolvedAt, pageWide: false, components: [{ id: monitorA, name: "Shop" }] },
    });
    expect(events[2]?.body.updates.map(({ body }) => body)).toEqual(["three", "two", "one"]);
  });

  it("is not sent if subscribers aren't to be notified", async () => {
    const { id } = await open({ notifySubscribers: false, body: "x" });
    await post(id, "resolved");
    expect(await eventsOf(id)).toEqual([]);
  });

  it("is not sent again for corrections, but contains them", async () => {
    const { id } = await open({ title: "Secret", body: "one" });
    const { updates } = (await post(id, "monitoring", "password 123")).body;
    const path = `${ROOT}/${id}/updates/${updates[0]?.id}`;
    await admin.patch(path, { body: "harmless" });
    await admin.patch(`${ROOT}/${id}`, { title: "Open", impact: "minor" });
    const events = await eventsOf(id);
    expect(events.map(({ body }) => body.title)).toEqual(["Open", "Open"]);
    expect(events[1]?.body.updates.map(({ body }) => body)).toEqual(["harmless", "one"]);
    await post(id, "resolved", "done");
    await admin.delete(path);
    const left = await eventsOf(id);
    expect(left.map(({ type }) => type)).toEqual(["incident.created", "incident.resolved"]);
    expect(left[1]?.body.updates.map(({ body }) => body)).toEqual(["done", "one"]);
  });

  it("is sent for scheduled maintenance unless its notification is off", async () => {
    const plan = async (body: object) =>
      (
        await admin.post<{ id: number }>("/api/v1/admin/maintenance", {
          name: "Move",
          startsAt: 2_000_000_000_000,
          endsAt: 2_000_000_060_000,
          monitorIds: [monitorA],
          ...body,
        })
      ).body.id;
    const [announced, quiet] = [await plan({}), await plan({ notifySubscribers: false })];
    await admin.patch(`/api/v1/admin/maintenance/${announced}`, { name: "Moved" });
    const rows = await bindings.DB.prepare("SELECT * FROM public_events WHERE maintenance_id IN (?, ?)")
      .bind(announced, quiet)
      .all<{ body: string }>();
    expect(rows.results).toMatchObject([
      { id: `maintenance-${announced}-scheduled`, type: "maintenance.scheduled", maintenance_id: announced },
    ]);
    expect(JSON.parse(rows.results[0]?.body ?? "")).toEqual({
      id: announced,
      name: "Move",
      description: "",
      locales: {},
      startsAt: 2_000_000_000_000,
      endsAt: 2_000_000_060_000,
      allMonitors: false,
      pageIds: null,
      change: "scheduled",
      components: [{ id: monitorA, name: "Shop" }],
    });
  });

  it("is rolled back together with the change when the batch fails", async () => {
    const { id } = await open();
    await bindings.DB.prepare(
      "CREATE TRIGGER no_event BEFORE INSERT ON public_events BEGIN SELECT RAISE(ABORT, 'no'); END",
    ).run();
    const reply = await post(id, "resolved");
    await bindings.DB.prepare("DROP TRIGGER no_event").run();
    expect(reply.status).toBe(500);
    expect(await read(id)).toMatchObject({ status: "investigating", updates: [] });
  });
});

describe("an API token", () => {
  it("needs incidents:write to post, and incidents:read to read", async () => {
    const [reader, writer] = [
      await addToken(admin, ["incidents:read"]),
      await addToken(admin, ["incidents:write"]),
    ];
    expect((await reader.get(ROOT)).status).toBe(200);
    const refused = await reader.post<{ error: string }>(ROOT, OUTAGE);
    expect([refused.status, refused.body.error]).toEqual([
      403,
      "This API token needs the incidents:write permission.",
    ]);
    expect((await writer.post(ROOT, OUTAGE)).status).toBe(201);
  });
});

describe("an incident's translations", () => {
  const pl = (words: object) => ({ locales: { pl: words } });
  const publicOf = async (id: number, lang: string) =>
    (
      await new Visitor().get<{ title: string; updates: { body: string }[] }>(
        `/api/v1/public/incidents/${id}?lang=${lang}`,
      )
    ).body;

  it("are stored with the incident and each update, and shown to visitors in their language", async () => {
    await admin.post("/api/v1/admin/locales", { code: "pl", name: "Polski" });
    const made = await open({ body: "We look.", ...pl({ title: "Awaria", body: "Patrzymy." }) });
    expect(made).toMatchObject({
      locales: { pl: { title: "Awaria" } },
      updates: [{ body: "We look.", locales: { pl: { body: "Patrzymy." } } }],
    });
    await admin.post(`${ROOT}/${made.id}/updates`, {
      body: "Found.",
      status: "identified",
      ...pl({ body: "Jest." }),
    });
    await admin.post(`${ROOT}/${made.id}/updates`, { body: "Soon.", status: "identified" });
    expect(await publicOf(made.id, "pl")).toMatchObject({
      title: "Awaria",
      updates: [{ body: "Soon." }, { body: "Jest." }, { body: "Patrzymy." }],
    });
    expect(await publicOf(made.id, "en")).toMatchObject({
      title: "Outage",
      updates: [{}, {}, { body: "We look." }],
    });
  });

  it("change with the title or text, and are removed when omitted", async () => {
    const { id, updates } = await open({ body: "We look.", ...pl({ title: "Awaria", body: "Patrzymy." }) });
    const path = `${ROOT}/${id}/updates/${updates[0]?.id}`;
    await admin.patch(`${ROOT}/${id}`, pl({ title: "Inna" }));
    expect(await read(id)).toMatchObject({ title: "Outage", locales: { pl: { title: "Inna" } } });
    await admin.patch(`${ROOT}/${id}`, { title: "Another", ...pl({ title: "Druga" }) });
    expect((await read(id)).locales).toEqual({ pl: { title: "Druga" } });
    await admin.patch(`${ROOT}/${id}`, { title: "Third" });
    expect((await read(id)).locales).toEqual({});
    await admin.patch(path, { body: "We look.", ...pl({ body: "Szukamy." }) });
    expect((await read(id)).updates[0]).toMatchObject({
      body: "We look.",
      locales: { pl: { body: "Szukamy." } },
    });
    await admin.patch(path, { body: "We looked." });
    expect((await read(id)).updates[0]).toMatchObject({ body: "We looked.", locales: {} });
  });

  it("need a language code", async () => {
    const locales = { Polish: { title: "A" } };
    expect((await admin.post(ROOT, { ...OUTAGE, locales })).status).toBe(400);
  });
});
