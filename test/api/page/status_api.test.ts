import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { StatusComponent, StatusSummary } from "../../../src/schema/status_api.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { setUp, Visitor } from "../client.ts";
import { inOneMinute } from "../one_minute.ts";
import { addBeating, beat } from "./placed.ts";

const PUBLIC = "/api/v1/public";
const SETTINGS = "/api/v1/admin/subscribers/settings";
const HOUR_MS = 3_600_000;
const PATHS = [
  `${PUBLIC}/summary.json`,
  `${PUBLIC}/components.json`,
  ...[
    "summary",
    "status",
    "components",
    "incidents",
    "incidents/unresolved",
    "scheduled-maintenances",
    "scheduled-maintenances/active",
    "scheduled-maintenances/upcoming",
  ].map((name) => `/api/v2/${name}.json`),
];
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
let admin: Visitor;
let shop: Monitor;
let search: Monitor;
let mail: Monitor;
const undo: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  admin = await setUp();
  shop = await addBeating(admin, "Shop");
  search = await addBeating(admin, "Search");
  mail = await addBeating(admin, "Mail");
  const card = ({ id }: Monitor) => ({ id: `m${id}`, type: "monitor", monitorId: id });
  const group = { id: "front", type: "group", label: "Front", children: [card(shop), card(search)] };
  const tree = { id: "root", type: "page", children: [group, card(mail)] };
  expect((await admin.put("/api/v1/admin/layout", { tree })).status).toBe(200);
  await admin.put(SETTINGS, { enabled: true });
});

afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});

async function addIncident(body: object): Promise<number> {
  const given = {
    title: "Trouble",
    status: "investigating",
    impact: "minor",
    monitorIds: [],
    body: "Looking.",
    ...body,
  };
  const { id } = (await admin.post<{ id: number }>("/api/v1/admin/incidents", given)).body;
  undo.push(() => admin.delete(`/api/v1/admin/incidents/${id}`));
  return id;
}

async function addWindow(fromMs: number, more: object = {}): Promise<number> {
  const startsAt = Date.now() + fromMs;
  const body = {
    name: "Work",
    description: "",
    startsAt,
    endsAt: startsAt + 1.5 * HOUR_MS,
    monitorIds: [mail.id],
    ...more,
  };
  const { id } = (await admin.post<{ id: number }>("/api/v1/admin/maintenance", body)).body;
  undo.push(() => admin.delete(`/api/v1/admin/maintenance/${id}`));
  return id;
}

async function read<T>(path: string): Promise<T> {
  forgetPage();
  return (await new Visitor().get<T>(path)).body;
}
const summary = () => read<StatusSummary>(`${PUBLIC}/summary.json`);
const components = async () =>
  (await read<{ components: StatusComponent[] }>(`${PUBLIC}/components.json`)).components;

describe("components.json", () => {
  it("has groups as parents, and every component once", async () => {
    const leaf = { status: "operational", description: null, isParent: false, children: [] };
    expect(await components()).toEqual([
      {
        id: "group:front",
        name: "Front",
        status: "operational",
        description: null,
        isParent: true,
        children: [
          { id: shop.id, name: "Shop", ...leaf },
          { id: search.id, name: "Search", ...leaf },
        ],
      },
      { id: mail.id, name: "Mail", ...leaf },
    ]);
  });

  it("shows a group as a partial outage if some components fail, and a major one if all do", async () => {
    undo.push(
      () => beat(admin, shop, "up"),
      () => beat(admin, search, "up"),
    );
    await beat(admin, shop, "down");
    expect((await components())[0]).toMatchObject({ status: "partial_outage" });
    await addIncident({ impact: "critical", monitorIds: [search.id] });
    expect((await components())[0]).toMatchObject({
      status: "major_outage",
      children: [{ status: "major_outage" }, { status: "major_outage" }],
    });
  });

  it("shows components of a minor incident as degraded, and those in maintenance as such", async () => {
    await addIncident({ monitorIds: [shop.id] });
    await addWindow(-HOUR_MS);
    expect(await components()).toMatchObject([
      {
        status: "degraded_performance",
        children: [{ status: "degraded_performance" }, { status: "operational" }],
      },
      { id: mail.id, status: "under_maintenance" },
    ]);
  });

  it("shows when a monitor is paused", async () => {
    undo.push(
      () => admin.post(`/api/v1/admin/monitors/${mail.id}/resume`),
      () => beat(admin, mail, "up"),
    );
    await admin.post(`/api/v1/admin/monitors/${mail.id}/pause`);
    expect((await components())[1]).toMatchObject({ status: "operational", description: "Paused" });
  });
});

describe("summary.json", () => {
  it("is operational while nothing is wrong", async () => {
    expect(await summary()).toEqual({
      page: { name: "Status Page", url: "http://uptide.test", status: "operational" },
      activeIncidents: [],
      activeMaintenances: [],
    });
  });

  it("lists open incidents and maintenance, with URLs and times", async () => {
    const id = await addIncident({ monitorIds: [shop.id] });
    await addIncident({ status: "resolved" });
    const running = await addWindow(-HOUR_MS, { description: "A disk" });
    const planned = await addWindow(HOUR_MS, { allMonitors: true, monitorIds: [] });
    const found = await summary();
    expect(found.page.status).toBe("has_issues");
    expect(found.activeIncidents).toEqual([
      {
        id,
        name: "Trouble",
        status: "investigating",
        impact: "minor",
        startedAt: expect.stringMatching(ISO),
        updatedAt: expect.stringMatching(ISO),
        url: `http://uptide.test/incidents/${id}`,
        components: [{ id: shop.id, name: "Shop" }],
      },
    ]);
    const times = { startsAt: expect.stringMatching(ISO), endsAt: expect.stringMatching(ISO), duration: 90 };
    expect(found.activeMaintenances).toEqual([
      {
        id: running,
        name: "Work",
        description: "A disk",
        status: "in_progress",
        ...times,
        url: `http://uptide.test/maintenance/${running}`,
        components: [{ id: mail.id, name: "Mail" }],
      },
      {
        id: planned,
        name: "Work",
        description: null,
        status: "not_started",
        ...times,
        url: `http://uptide.test/maintenance/${planned}`,
        components: [],
      },
    ]);
  });

  it("is under maintenance while maintenance runs and nothing else is wrong", async () => {
    await addWindow(-HOUR_MS);
    expect((await summary()).page.status).toBe("under_maintenance");
    undo.push(() => beat(admin, shop, "up"));
    await beat(admin, shop, "degraded");
    expect((await summary()).page.status).toBe("has_issues");
  });
});

describe("the Statuspage API", () => {
  it("has Statuspage's fields, with ids as strings", async () => {
    const id = await addIncident({ monitorIds: [shop.id], impact: "major", status: "monitoring" });
    const window = await addWindow(HOUR_MS);
    const all = await read<{
      page: object;
      status: object;
      components: { id: string; components?: string[] }[];
      incidents: object[];
      scheduled_maintenances: object[];
    }>("/api/v2/summary.json");
    expect(all.page).toMatchObject({ name: "Status Page", url: "http://uptide.test", time_zone: "Etc/UTC" });
    expect(all.status).toEqual({ indicator: "major", description: "Partial outage" });
    expect(all.components.map((one) => one.id)).toEqual([
      "group:front",
      `${shop.id}`,
      `${search.id}`,
      `${mail.id}`,
    ]);
    expect(all.components[0]).toMatchObject({ group: true, components: [`${shop.id}`, `${search.id}`] });
    expect(all.components[1]).toMatchObject({
      group: false,
      group_id: "group:front",
      status: "major_outage",
    });
    expect(all.incidents).toMatchObject([
      {
        id: `${id}`,
        name: "Trouble",
        status: "monitoring",
        impact: "major",
        resolved_at: null,
        monitoring_at: expect.stringMatching(ISO),
        shortlink: `http://uptide.test/incidents/${id}`,
        incident_updates: [{ status: "monitoring", body: "Looking.", incident_id: `${id}` }],
        components: [{ id: `${shop.id}`, name: "Shop" }],
      },
    ]);
    expect(all.scheduled_maintenances).toMatchObject([
      {
        id: `maintenance-${window}`,
        status: "scheduled",
        impact: "maintenance",
        scheduled_for: expect.stringMatching(ISO),
        scheduled_until: expect.stringMatching(ISO),
        components: [{ id: `${mail.id}` }],
      },
    ]);
  });

  it("has an endpoint for each part", async () => {
    const open = await addIncident({});
    const over = await addIncident({ status: "resolved" });
    const running = await addWindow(-HOUR_MS);
    const planned = await addWindow(HOUR_MS);
    const idsIn = async (path: string, name: string) =>
      (await read<Record<string, { id: string }[]>>(`/api/v2/${path}.json`))[name]
        ?.map(({ id }) => id)
        .sort();
    expect(await idsIn("incidents", "incidents")).toEqual([`${open}`, `${over}`].sort());
    expect(await idsIn("incidents/unresolved", "incidents")).toEqual([`${open}`]);
    const windows = "scheduled_maintenances";
    expect(await idsIn("scheduled-maintenances/active", windows)).toEqual([`maintenance-${running}`]);
    expect(await idsIn("scheduled-maintenances/upcoming", windows)).toEqual([`maintenance-${planned}`]);
    expect(await idsIn("scheduled-maintenances", windows)).toHaveLength(2);
    expect(await read("/api/v2/status.json")).toMatchObject({
      page: { id: "page" },
      status: { indicator: "minor" },
    });
  });
});

describe("every status endpoint", () => {
  it("can be read from any origin and cached for 30 seconds", async () => {
    for (const path of PATHS) {
      const { status, headers } = await new Visitor().get(path, {
        headers: { Origin: "https://other.example" },
      });
      expect([path, status, headers.get("Access-Control-Allow-Origin")]).toEqual([path, 200, "*"]);
      expect(headers.get("Cache-Control")).toBe("public, max-age=30");
      const again = await new Visitor().get(path, {
        headers: { "If-None-Match": headers.get("ETag") ?? "" },
      });
      expect([path, again.status]).toEqual([path, 304]);
      const asked = await new Visitor().send("OPTIONS", path, {
        headers: { Origin: "https://other.example" },
      });
      expect([path, asked.status, asked.headers.get("Access-Control-Allow-Origin")]).toEqual([
        path,
        204,
        "*",
      ]);
      expect(asked.headers.get("Access-Control-Allow-Methods")).toContain("GET");
      expect((await new Visitor().post(path, {})).status).toBe(405);
    }
  });

  it("returns 404 while disabled and on a private page, for any origin", async () => {
    const check = async () => {
      for (const path of PATHS) {
        const { status, headers } = await new Visitor().get(path);
        expect([path, status, headers.get("Access-Control-Allow-Origin")]).toEqual([path, 404, "*"]);
      }
    };
    await admin.put(SETTINGS, { apiEnabled: false });
    await check();
    await admin.put(SETTINGS, { apiEnabled: true, enabled: false });
    await check();
    await admin.put(SETTINGS, { enabled: true });
    await admin.put("/api/v1/admin/status-page-access", { private: true });
    await check();
    for (const path of PATHS) expect((await admin.get(path)).status).toBe(404);
    await admin.put("/api/v1/admin/status-page-access", { private: false });
  });

  it("is limited to 120 requests per minute and client", async () => {
    const statuses = await inOneMinute(async () => {
      const reader = new Visitor();
      const all = [];
      for (let n = 0; n < 121; n++) all.push((await reader.get(PATHS[n % PATHS.length]!)).status);
      return all;
    });
    expect(statuses).toEqual([...Array(120).fill(200), 429]);
  });
});
