import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { escapeHtml } from "../../src/lib/escape_html.ts";
import { renderMarkdown } from "../../src/lib/markdown.ts";
import type { Incident } from "../../src/schema/incident.ts";
import type { IncidentTemplate } from "../../src/schema/incident_template.ts";
import type { Monitor } from "../../src/schema/monitor.ts";
import { openAutoIncident, resolveAutoIncident } from "../../src/service/incident/automatic.ts";
import { bindings, setUp, type Visitor } from "../api/client.ts";
import { place } from "../api/page/placed.ts";

const INCIDENTS = "/api/v1/admin/incidents";
const MONITORS = "/api/v1/admin/monitors";
const TEMPLATES = "/api/v1/admin/incident-templates";
const START = 1_700_000_000_000;
const MINUTE = 60_000;

let admin: Visitor;
let monitorId = 0;
let names = 0;

beforeAll(async () => {
  admin = await setUp();
});

beforeEach(async () => {
  monitorId = await addMonitor({});
});

async function addMonitor(body: object): Promise<number> {
  const wanted = { name: `Shop ${++names}`, type: "webhook", autoIncidentMinutes: 5, ...body };
  return (await admin.post<{ id: number }>(MONITORS, wanted)).body.id;
}

const open = async (sequence: number, { error = "connection refused", after = 5 } = {}) =>
  await openAutoIncident(bindings, {
    monitorId,
    eventId: `${monitorId}:${sequence}:incident`,
    downSince: START,
    error,
    now: START + after * MINUTE,
  });
const resolve = async (sequence: number, { after = 65 } = {}) =>
  await resolveAutoIncident(bindings, {
    monitorId,
    eventId: `${monitorId}:${sequence}:resolve`,
    now: START + after * MINUTE,
  });
const read = async (id: number | null) => (await admin.get<Incident>(`${INCIDENTS}/${id}`)).body;
const ofMonitor = async () =>
  (await admin.get<{ items: Incident[] }>(`${INCIDENTS}?monitorId=${monitorId}`)).body.items;
const notifiedTypes = async (id: number | null) =>
  (
    await bindings.DB.prepare("SELECT type FROM public_events WHERE incident_id = ? ORDER BY at")
      .bind(id)
      .all<{ type: string }>()
  ).results.map(({ type }) => type);

describe("an automatic incident", () => {
  it("is a draft with the template's wording, and sends no notifications", async () => {
    const id = await open(1);
    expect(await read(id)).toMatchObject({
      title: `Shop ${names} is not available`,
      status: "investigating",
      impact: "major",
      draft: true,
      automatic: true,
      monitorIds: [monitorId],
      pageWide: false,
      notifySubscribers: true,
      startedAt: START,
      createdAt: START + 5 * MINUTE,
      updates: [
        {
          body: `We are looking into an outage of **Shop ${names}**, which began on November 14, 2023 at 22:13 UTC.\n\nStatus: Down.`,
          status: "investigating",
          postedAt: START + 5 * MINUTE,
        },
      ],
    });
    expect(await notifiedTypes(id)).toEqual([]);
  });

  it("is published, announced and resolved when the monitor is set to publish", async () => {
    await admin.patch(`${MONITORS}/${monitorId}`, { autoIncidentMode: "published" });
    const id = await open(1);
    expect(await read(id)).toMatchObject({ draft: false, status: "investigating" });
    await resolve(1);
    const resolved = await read(id);
    expect(resolved).toMatchObject({ status: "resolved", resolvedAt: START + 65 * MINUTE });
    expect(resolved.updates).toHaveLength(2);
    expect(resolved.updates[0]).toMatchObject({
      body: `**Shop ${names}** is available again after an outage of 1 hour 5 minutes.\n\nStatus: Operational.`,
      status: "resolved",
      postedAt: START + 65 * MINUTE,
    });
    expect(await notifiedTypes(id)).toEqual(["incident.created", "incident.resolved"]);
  });

  it("shows when the outage began in each language, without its duration or error", async () => {
    await admin.patch(`${MONITORS}/${monitorId}`, { autoIncidentMode: "published" });
    await admin.post("/api/v1/admin/locales", { code: "pl", name: "Polski", published: true });
    const monitor = (await admin.get<Monitor>(`${MONITORS}/${monitorId}`)).body;
    await place(admin, [monitor], [{ id: "incidents", type: "incidents" }]);
    await admin.put("/api/v1/admin/subscribers/settings", { enabled: true });
    const id = await open(1, { error: "Expected status 200, got 500" });
    const times = { en: "November 14, 2023 at 22:13 UTC", pl: "14 listopada 2023 22:13 UTC" };
    const INCIDENT = `/incidents/${id}`;
    for (const [path, time] of [
      ["/", times.en],
      ["/?lang=pl", times.pl],
      [INCIDENT, times.en],
      [`${INCIDENT}?lang=pl`, times.pl],
      ["/api/v1/public/incidents?lang=pl", times.pl],
      ["/api/v1/public/incidents.rss", times.en],
    ] as const) {
      const { body } = await admin.get<unknown>(path);
      const said = typeof body === "string" ? body : JSON.stringify(body);
      expect(said, path).toContain(time);
      expect(said, path).not.toMatch(/got 500|5 minut/);
    }
  });

  it("is audited as an action of the system", async () => {
    const id = await open(1);
    const { body } = await admin.get<{ items: object[] }>("/api/v1/admin/audit?entityType=incident&limit=1");
    expect(body.items[0]).toMatchObject({ userId: 0, userEmail: "system", action: "Create", entityId: id });
  });

  it("is opened once under repeated and concurrent calls", async () => {
    const ids = await Promise.all([open(1), open(1), open(1)]);
    ids.push(await open(1));
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toBeTypeOf("number");
    expect(await ofMonitor()).toHaveLength(1);
  });

  it("is resolved once under repeated and concurrent calls", async () => {
    await admin.patch(`${MONITORS}/${monitorId}`, { autoIncidentMode: "published" });
    const id = await open(1);
    await Promise.all([resolve(1), resolve(1), resolve(1)]);
    await resolve(1);
    expect((await read(id)).updates).toHaveLength(2);
    expect(await notifiedTypes(id)).toEqual(["incident.created", "incident.resolved"]);
  });

  it("is not opened after its recovery arrived, but is for the next outage", async () => {
    await resolve(3);
    expect(await open(3)).toBe(null);
    expect(await open(2)).toBe(null);
    expect(await ofMonitor()).toEqual([]);
    expect(await open(4)).toBeTypeOf("number");
  });

  it("is not opened twice for an outage, and a late recovery resolves no newer one", async () => {
    const id = await open(2);
    expect(await open(3)).toBe(null);
    expect(await ofMonitor()).toHaveLength(1);
    await resolve(1);
    expect(await read(id)).toMatchObject({ status: "investigating" });
    await resolve(3);
    expect(await read(id)).toMatchObject({ status: "resolved" });
    expect(await open(5)).not.toBe(id);
  });

  it("ignores another monitor whose id begins with the same digits", async () => {
    const first = await open(1);
    await resolveAutoIncident(bindings, {
      monitorId: monitorId * 10,
      eventId: `${monitorId * 10}:9`,
      now: START + 60 * MINUTE,
    });
    expect(await read(first)).toMatchObject({ status: "investigating" });
  });

  it("is not opened after it was switched off or the monitor was deleted", async () => {
    await admin.patch(`${MONITORS}/${monitorId}`, { autoIncidentMinutes: null });
    expect(await open(1)).toBe(null);
    await admin.delete(`${MONITORS}/${monitorId}`);
    expect(await open(2)).toBe(null);
    await resolve(2);
  });

  it("stays a draft when resolved, and can be published afterwards", async () => {
    const id = await open(1);
    await resolve(1);
    expect(await read(id)).toMatchObject({ draft: true, status: "resolved" });
    expect(await notifiedTypes(id)).toEqual([]);
    await admin.post(`${INCIDENTS}/${id}/publish`);
    expect(await notifiedTypes(id)).toEqual(["incident.created"]);
  });

  it("is left alone after a user has resolved or reopened it", async () => {
    const id = await open(1);
    const post = (status: string) => admin.post(`${INCIDENTS}/${id}/updates`, { body: "by hand", status });
    await post("resolved");
    await resolve(1);
    expect((await read(id)).updates.map(({ body }) => body)).toContain("by hand");
    expect((await read(id)).updates).toHaveLength(2);
    await post("monitoring");
    await resolve(1);
    expect(await read(id)).toMatchObject({ status: "monitoring" });
  });

  it("is resolved after users have edited it, keeping their changes", async () => {
    const id = await open(1);
    await admin.post(`${INCIDENTS}/${id}/updates`, { body: "found it", status: "identified" });
    await admin.patch(`${INCIDENTS}/${id}`, { title: "Better words", impact: "minor" });
    await resolve(1);
    const { title, impact, status, updates } = await read(id);
    expect([title, impact, status, updates.length]).toEqual(["Better words", "minor", "resolved", 3]);
  });

  it("is not opened again after a user has deleted it", async () => {
    await admin.delete(`${INCIDENTS}/${await open(1)}`);
    expect(await open(1)).toBe(null);
    expect(await ofMonitor()).toEqual([]);
  });

  it("uses the monitor's template in all its languages, and the default once that is deleted", async () => {
    const template = await admin.post<IncidentTemplate>(TEMPLATES, {
      name: `Own ${names}`,
      title: "{{ monitor }} {{nothing}}",
      body: "{{status}} {{duration}}",
      resolvedBody: "{{status}} {{duration}}",
      impact: "critical",
      locales: {
        pl: { body: "{{status}}, {{duration}}", resolvedBody: "{{status}}" },
        de: { title: "{{monitor}}!" },
      },
    });
    await admin.patch(`${MONITORS}/${monitorId}`, { autoIncidentTemplateId: template.body.id });
    const id = await open(1);
    expect(await read(id)).toMatchObject({ title: `Shop ${names} {{nothing}}`, impact: "critical" });
    expect((await read(id)).updates[0]?.body).toBe("Down 5 minutes");
    const incident = await bindings.DB.prepare("SELECT locales FROM incidents WHERE id = ?").bind(id).first();
    expect(JSON.parse(String(incident?.["locales"]))).toEqual({ de: { title: `Shop ${names}!` } });
    const update = await bindings.DB.prepare("SELECT locales FROM incident_updates WHERE incident_id = ?")
      .bind(id)
      .first();
    expect(JSON.parse(String(update?.["locales"]))).toEqual({ pl: { body: "Nie działa, 5 minut" } });

    await admin.delete(`${TEMPLATES}/${template.body.id}`);
    await resolve(1);
    expect((await read(id)).updates[0]?.body).toContain(
      "is available again after an outage of 1 hour 5 minutes",
    );
  });

  it("escapes an error in its body and shortens it in its title", async () => {
    const template = await admin.post<IncidentTemplate>(TEMPLATES, {
      name: `Quote ${names}`,
      title: "{{error}}",
      body: "{{error}}",
      resolvedBody: "ok",
    });
    await admin.patch(`${MONITORS}/${monitorId}`, { autoIncidentTemplateId: template.body.id });
    const error = `[click](http://x.example)\n<b> https://y.example www.z.example ${"x".repeat(300)}`;
    const { title, updates } = await read(await open(1, { error }));
    expect(title).toBe(error.replace("\n", " ").slice(0, 200));
    expect(renderMarkdown(updates[0]?.body ?? "")).toBe(`<p>${escapeHtml(error.replace("\n", " "))}</p>`);
  });

  it("makes no link of a URL in an error, neither on the page nor in a feed", async () => {
    const { body: template } = await admin.post<IncidentTemplate>(TEMPLATES, {
      name: `Address ${names}`,
      title: "{{monitor}}",
      body: "{{error}}",
      resolvedBody: "ok",
    });
    const rule = { autoIncidentMode: "published", autoIncidentTemplateId: template.id };
    await admin.patch(`${MONITORS}/${monitorId}`, rule);
    const monitor = (await admin.get<Monitor>(`${MONITORS}/${monitorId}`)).body;
    await place(admin, [monitor], [{ id: "incidents", type: "incidents" }]);
    await admin.put("/api/v1/admin/subscribers/settings", { enabled: true });
    const id = await open(1, { error: "moved to https://phish.example/login" });
    const paths = ["/", `/incidents/${id}`, "/api/v1/public/incidents.rss", "/api/v1/public/incidents.atom"];
    for (const path of paths) {
      const reply = await admin.get<string>(path);
      expect([path, reply.status]).toEqual([path, 200]);
      expect(reply.body).toContain("https://phish.example/login");
      expect(reply.body).not.toMatch(/href=(["']|&quot;|&#34;)https:\/\/phish/);
    }
  });

  it("writes status and duration in each wording's language, with the page's custom texts", async () => {
    await admin.post("/api/v1/admin/locales", { code: "de", name: "Deutsch" });
    await admin.patch("/api/v1/admin/locales/de", { translations: { "status.down": "Ausgefallen" } });
    const template = await admin.post<IncidentTemplate>(TEMPLATES, {
      name: `Voice ${names}`,
      title: "{{status}} {{duration}}",
      body: "b",
      resolvedBody: "ok",
      locales: { pl: { title: "{{status}} {{duration}}" } },
    });
    await admin.post("/api/v1/admin/locales/de/set-default");
    await admin.patch(`${MONITORS}/${monitorId}`, { autoIncidentTemplateId: template.body.id });
    const id = await open(1);
    await admin.post("/api/v1/admin/locales/en/set-default");
    expect((await read(id)).title).toBe("Ausgefallen 5 Minuten");
    const row = await bindings.DB.prepare("SELECT locales FROM incidents WHERE id = ?")
      .bind(id)
      .first<{ locales: string }>();
    expect(JSON.parse(row?.locales ?? "")).toEqual({ pl: { title: "Nie działa 5 minut" } });
  });

  it("rejects an event of another monitor", async () => {
    const call = { monitorId, eventId: `${monitorId + 1}:1`, now: START };
    await expect(resolveAutoIncident(bindings, call)).rejects.toThrow("not an event of monitor");
  });
});
