import { beforeAll, describe, expect, it } from "vitest";
import type { Incident } from "../../../src/schema/incident.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { PublicIncident, PublicPage } from "../../../src/schema/public_page.ts";
import type { StatusComponent, StatusSummary } from "../../../src/schema/status_api.ts";
import { bindings, setUp, Visitor } from "../client.ts";
import { addBeating, beat, place } from "../page/placed.ts";

const ROOT = "/api/v1/admin/incidents";
const PUBLIC = "/api/v1/public";
let admin: Visitor;
let shop: Monitor;
let mail: Monitor;
let inner: Monitor;

beforeAll(async () => {
  admin = await setUp();
  shop = await addBeating(admin, "Shop");
  mail = await addBeating(admin, "Mail");
  inner = await addBeating(admin, "Ledger");
  await place(admin, [shop, mail]);
  await admin.put("/api/v1/admin/subscribers/settings", { enabled: true });
  for (const monitor of [shop, mail]) await beat(admin, monitor, "up");
});

const open = async (body: object = {}) => {
  const given = {
    title: "Trouble",
    status: "investigating",
    impact: "critical",
    monitorIds: [shop.id, mail.id],
  };
  return (await admin.post<Incident>(ROOT, { ...given, body: "Looking.", ...body })).body;
};
const post = async (id: number, components: object[], status = "identified") =>
  await admin.post<Incident>(`${ROOT}/${id}/updates`, { body: "News.", status, components });
const read = async <T>(path: string) => (await new Visitor().get<T>(path)).body;
const shown = async (id: number) => await read<PublicIncident>(`${PUBLIC}/incidents/${id}`);
const overall = async () => (await read<PublicPage>(`${PUBLIC}/page`)).overall.status;

async function standing(): Promise<Record<string, string>> {
  const { components } = await read<{ components: StatusComponent[] }>(`${PUBLIC}/components.json`);
  return Object.fromEntries(components.map(({ name, status }) => [name, status]));
}

async function standingForClients(): Promise<Record<string, string>> {
  const { components } = await read<{ components: StatusComponent[] }>("/api/v2/components.json");
  return Object.fromEntries(components.map(({ name, status }) => [name, status]));
}

describe("a component's status in an incident", () => {
  it("overrides the status derived from impact, and the latest update wins", async () => {
    const { id, components } = await open({ components: [{ monitorId: shop.id, status: "partial_outage" }] });
    expect(components).toEqual([{ monitorId: shop.id, status: "partial_outage" }]);
    expect(await standing()).toEqual({ Shop: "partial_outage", Mail: "major_outage" });
    expect(await standingForClients()).toEqual(await standing());
    expect(await overall()).toBe("partial_outage");
    await post(id, [{ monitorId: mail.id, status: "operational" }]);
    expect(await standing()).toEqual({ Shop: "partial_outage", Mail: "operational" });
    await post(id, [{ monitorId: shop.id, status: "degraded_performance" }]);
    expect(await standing()).toEqual({ Shop: "degraded_performance", Mail: "operational" });
    expect(await standingForClients()).toEqual(await standing());
    expect(await overall()).toBe("degraded");
    await post(id, [], "monitoring");
    expect(await standing()).toEqual({ Shop: "degraded_performance", Mail: "operational" });
    await post(id, [], "resolved");
    expect(await standing()).toEqual({ Shop: "operational", Mail: "operational" });
    expect((await shown(id)).components).toEqual([
      { id: mail.id, name: "Mail" },
      { id: shop.id, name: "Shop" },
    ]);
    await post(id, []);
    expect(await standing()).toEqual({ Shop: "degraded_performance", Mail: "operational" });
    await admin.delete(`${ROOT}/${id}`);
  });

  it("never shows a component as better than its check", async () => {
    const { id } = await open({ components: [{ monitorId: mail.id, status: "operational" }] });
    await beat(admin, mail, "down");
    expect((await standing())["Mail"]).toBe("major_outage");
    await beat(admin, mail, "up");
    await admin.delete(`${ROOT}/${id}`);
  });

  it("appears in the incident and each update, on the public API and the Statuspage API", async () => {
    const { id } = await open({ components: [{ monitorId: shop.id, status: "major_outage" }] });
    await post(id, [{ monitorId: shop.id, status: "partial_outage" }]);
    await post(id, []);
    const incident = await shown(id);
    expect(incident.components).toEqual([
      { id: mail.id, name: "Mail" },
      { id: shop.id, name: "Shop", status: "partial_outage" },
    ]);
    expect(
      incident.updates.map(({ components }) => components?.map(({ name, status }) => [name, status])),
    ).toEqual([undefined, [["Shop", "partial_outage"]], [["Shop", "major_outage"]]]);
    const { activeIncidents } = await read<StatusSummary>(`${PUBLIC}/summary.json`);
    expect(activeIncidents[0]?.components).toEqual(incident.components);
    const { incidents } = await read<{
      incidents: { incident_updates: { affected_components: object[] | null }[] }[];
    }>("/api/v2/incidents/unresolved.json");
    const code = String(shop.id);
    expect(incidents[0]?.incident_updates.map((update) => update.affected_components)).toEqual([
      null,
      [{ code, name: "Shop", old_status: "major_outage", new_status: "partial_outage" }],
      [{ code, name: "Shop", old_status: "operational", new_status: "major_outage" }],
    ]);
    const page = await read<string>(`/incidents/${id}`);
    expect(page).toContain("Shop (Partial outage)");
    expect(await read<string>(`/incidents/${id}?lang=en`)).toContain("Major outage");
    expect(await read<string>(`${PUBLIC}/incidents.rss`)).toContain("Shop (Partial outage)");
    await admin.delete(`${ROOT}/${id}`);
  });

  it("links the component, so an incident of the whole page applies only to it", async () => {
    const { id, pageWide } = await open({ monitorIds: [] });
    expect(pageWide).toBe(true);
    const { body } = await post(id, [{ monitorId: shop.id, status: "degraded_performance" }]);
    expect(body).toMatchObject({ pageWide: false, monitorIds: [shop.id] });
    expect(await standing()).toEqual({ Shop: "degraded_performance", Mail: "operational" });
    await admin.delete(`${ROOT}/${id}`);
  });

  it("is replaced by a change, and removed with the link", async () => {
    const said = [
      { monitorId: shop.id, status: "partial_outage" },
      { monitorId: mail.id, status: "operational" },
    ];
    const { id } = await open({ components: said });
    const change = async (body: object) => (await admin.patch<Incident>(`${ROOT}/${id}`, body)).body;
    expect((await change({ monitorIds: [mail.id] })).components).toEqual([said[1]]);
    expect((await change({ monitorIds: [mail.id, shop.id] })).components).toEqual([said[1]]);
    expect((await change({ components: [said[0]] })).components).toEqual([said[0]]);
    expect((await change({ components: [] })).components).toEqual([]);
    expect(await standing()).toEqual({ Shop: "major_outage", Mail: "major_outage" });
    await admin.delete(`${ROOT}/${id}`);
  });

  it("is not published for a monitor outside the page", async () => {
    const { id } = await open({
      monitorIds: [shop.id, inner.id],
      components: [{ monitorId: inner.id, status: "major_outage" }],
    });
    await post(id, [{ monitorId: inner.id, status: "partial_outage" }]);
    const incident = await shown(id);
    expect(incident.components).toEqual([{ id: shop.id, name: "Shop" }]);
    expect(incident.updates.flatMap(({ components = [] }) => components)).toEqual([]);
    expect(JSON.stringify(incident)).not.toContain("Ledger");
    await admin.delete(`${ROOT}/${id}`);
  });

  it("appears in notifications to subscribers", async () => {
    const { id } = await open({ components: [{ monitorId: shop.id, status: "partial_outage" }] });
    await post(id, [{ monitorId: shop.id, status: "operational" }]);
    const { results } = await bindings.DB.prepare(
      "SELECT body FROM public_events WHERE incident_id = ? ORDER BY at, id",
    )
      .bind(id)
      .all<{ body: string }>();
    const bodies = results.map(
      ({ body }) => JSON.parse(body) as { said: object; updates: { said: object }[] },
    );
    expect(bodies.map(({ said }) => said)).toEqual([
      { [shop.id]: "partial_outage" },
      { [shop.id]: "operational" },
    ]);
    expect(bodies[1]?.updates.map(({ said }) => said)).toEqual([
      { [shop.id]: "operational" },
      { [shop.id]: "partial_outage" },
    ]);
    await admin.delete(`${ROOT}/${id}`);
  });

  it.each([
    ["an unknown status", [{ monitorId: 1, status: "down" }], 400],
    ["an unknown monitor", [{ monitorId: 999_999, status: "operational" }], 400],
    [
      "a monitor twice",
      [
        { monitorId: 1, status: "operational" },
        { monitorId: 1, status: "major_outage" },
      ],
      400,
    ],
  ])("rejects %s", async (_name, components, status) => {
    const { id } = await open();
    expect((await post(id, components)).status).toBe(status);
    expect(
      (await admin.post(ROOT, { title: "x", status: "identified", impact: "minor", components })).status,
    ).toBe(status);
    await admin.delete(`${ROOT}/${id}`);
  });
});
