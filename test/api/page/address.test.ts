import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { eventually } from "../../eventually.ts";
import { addUser, bindings, setUp, Visitor } from "../client.ts";
import { addBeating, place } from "./placed.ts";

const PUBLIC = "/api/v1/public";
const INCIDENTS = "/api/v1/admin/incidents";
const HOUR_MS = 3_600_000;
let admin: Visitor;
let shop: Monitor;
let hidden: Monitor;

beforeAll(async () => {
  admin = await setUp();
  shop = await addBeating(admin, "Shop");
  hidden = await addBeating(admin, "Backoffice");
  await place(admin, [shop]);
  await admin.post("/api/v1/admin/locales", { code: "pl", name: "Polski" });
});

afterEach(async () => {
  await admin.put("/api/v1/admin/status-page-access", { private: false });
});

async function addIncident(title: string, more: object = {}): Promise<number> {
  const body = { title, status: "investigating", impact: "minor", monitorIds: [shop.id], ...more };
  const reply = await admin.post<{ id: number }>(INCIDENTS, body);
  expect(reply.status).toBe(201);
  return reply.body.id;
}

async function addWindow(name: string, more: object = {}): Promise<number> {
  const now = Date.now();
  const span = { startsAt: now + HOUR_MS, endsAt: now + 2 * HOUR_MS };
  const body = { name, description: "", ...span, allMonitors: false, monitorIds: [shop.id], ...more };
  const reply = await admin.post<{ id: number }>("/api/v1/admin/maintenance", body);
  expect(reply.status).toBe(201);
  return reply.body.id;
}

const read = (path: string, headers: Record<string, string> = {}) =>
  new Visitor().get<string>(path, { headers });

describe("/incidents/:id", () => {
  it("shows an incident with its updates in the requested language", async () => {
    const id = await addIncident("Slow checkout", { body: "We are **looking**." });
    const page = await read(`/incidents/${id}`);
    expect([page.status, page.headers.get("Content-Type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.body).toContain("<title>Slow checkout – ");
    expect(page.body).toContain("<strong>looking</strong>");
    expect(page.headers.get("Content-Security-Policy")).toContain("script-src 'self' 'sha256-");
    const polish = await read(`/incidents/${id}?lang=pl`);
    expect(polish.body).toContain('<html lang="pl">');
    expect(polish.body).toContain("Sprawdzamy");
    expect(polish.headers.get("Set-Cookie")).toContain("uptide-lang=pl");
  });

  it("shows a new update at once", async () => {
    const id = await addIncident("Broken search");
    await read(`/incidents/${id}`);
    await admin.post(`${INCIDENTS}/${id}/updates`, { body: "Found the cause.", status: "identified" });
    expect((await read(`/incidents/${id}`)).body).toContain("Found the cause.");
  });

  it("shows an incident that is too old for the page's data", async () => {
    const id = await addIncident("From long ago", { status: "resolved", startedAt: 1_000_000 });
    await bindings.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
       INSERT INTO incidents (title, status, impact, draft, page_wide, notify_subscribers, started_at, resolved_at,
         published_at, created_at, updated_at, locales, page_ids)
       SELECT 'Later ' || i, 'resolved', impact, 0, 1, 1, ?2 + i, ?2 + i, ?2, ?2, ?2, '{}', '[1, 2]'
       FROM n, incidents WHERE id = ?1`,
    )
      .bind(id, Date.UTC(2024, 0, 1))
      .run();
    await addIncident("Newest", { status: "resolved" });
    await eventually(async () => {
      const { body } = await new Visitor().get<{ incidents: { id: number }[] }>(`${PUBLIC}/page`);
      expect(body.incidents.some((incident) => incident.id === id)).toBe(false);
    });
    expect((await read(`/incidents/${id}`)).body).toContain("From long ago");
  });

  it("returns 404 for a draft, an internal incident, and an invalid id", async () => {
    const draft = await addIncident("Not yet told", { draft: true });
    const inside = await addIncident("Internal trouble", { monitorIds: [hidden.id] });
    for (const path of [`/incidents/${draft}`, `/incidents/${inside}`, "/incidents/999999", "/incidents/x"]) {
      const { status, body } = await read(path);
      expect([path, status]).toEqual([path, 404]);
      expect(body).toContain("Page not found");
      expect(body).not.toMatch(/Not yet told|Internal trouble|Backoffice/);
    }
  });
});

describe("/maintenance/:id", () => {
  it("shows public maintenance, even after its end, and no other", async () => {
    const planned = await addWindow("Database upgrade", { description: "We *move* it." });
    const now = Date.now();
    const over = await addWindow("Old move", { startsAt: now - 3 * HOUR_MS, endsAt: now - 2 * HOUR_MS });
    const inside = await addWindow("Backoffice upgrade", { monitorIds: [hidden.id] });
    expect((await read(`/maintenance/${planned}`)).body).toContain("<em>move</em>");
    expect((await read(`/maintenance/${over}`)).body).toContain("Completed");
    const missing = await read(`/maintenance/${inside}`);
    expect([missing.status, missing.body.includes("Backoffice")]).toEqual([404, false]);
  });
});

describe("/history", () => {
  it("lists incidents by month, in pages", async () => {
    for (let n = 1; n <= 26; n++)
      await addIncident(`Trouble ${n}.`, {
        status: "resolved",
        startedAt: Date.UTC(2025, 0, n),
      });
    const first = await read("/history");
    expect(first.status).toBe(200);
    expect(first.body).toMatch(/<h2[^>]*>January 2025<\/h2>/);
    expect(first.body).toContain("Trouble 26.");
    expect(first.body).toContain('href="/history?page=2"');
    const second = await read("/history?page=2");
    expect(second.body).toContain("Trouble 1.");
    expect(second.body).toContain('href="/history?page=1"');
    for (const page of ["99", "0", "x", "-1"]) expect((await read(`/history?page=${page}`)).status).toBe(404);
  });
});

describe("the page's paths", () => {
  it("are compressed for clients that accept it, and return 304 if unchanged", async () => {
    const id = await addIncident("Compressed");
    for (const path of ["/", `/incidents/${id}`, "/history"]) {
      const packed = await read(path, { "Accept-Encoding": "gzip, br" });
      expect([path, packed.headers.get("Content-Encoding")]).toEqual([path, "gzip"]);
      expect(packed.headers.get("Vary")).toBe("Cookie, Accept-Encoding");
      const plain = await read(path);
      expect([path, plain.headers.get("Content-Encoding")]).toEqual([path, null]);
      expect(plain.body).toMatch(/^<!doctype html>/);
      const etag = plain.headers.get("ETag") ?? "";
      expect(packed.headers.get("ETag")).toBe(etag);
      const again = await read(path, { "If-None-Match": etag.replace("W/", "") });
      expect([path, again.status, again.body]).toEqual([path, 304, ""]);
    }
  });

  it("return HTML for missing pages, and JSON for missing data", async () => {
    for (const path of ["/nothing", "/index.php", "/incidents", "/history/1"]) {
      const { status, headers, body } = await read(path);
      expect([path, status, headers.get("Content-Type")]).toEqual([path, 404, "text/html; charset=utf-8"]);
      expect(body).toContain('<meta name="robots" content="noindex">');
      expect(headers.get("X-Request-Id")).toBeTruthy();
    }
    for (const path of ["/api/v1/nothing", "/uploads/nothing/here", "/assets/nothing.js"]) {
      const { status, headers } = await read(path);
      expect([path, status, headers.get("Content-Type")]).toEqual([path, 404, "application/json"]);
    }
  });

  it("return the same response on a private page, whether they exist or not", async () => {
    const id = await addIncident("Secret trouble");
    const window = await addWindow("Secret work");
    const paths = ["/", "/history", `/incidents/${id}`, `/maintenance/${window}`, "/incidents/999999", "/no"];
    for (const path of paths) await read(path);
    await admin.put("/api/v1/admin/status-page-access", { private: true });
    const { visitor } = await addUser("viewer");
    for (const path of paths) {
      const { status, headers, body } = await read(path);
      expect([path, status, headers.get("Cache-Control")]).toEqual([path, 401, "private, no-store"]);
      expect(body).not.toMatch(/Secret (trouble|work)|Shop/);
      const shown = await visitor.get<string>(path);
      expect([path, shown.status]).toEqual([path, path === "/no" || path.endsWith("999999") ? 404 : 200]);
      expect(shown.headers.get("Cache-Control")).toBe("private, no-store");
    }
    for (const path of [`${PUBLIC}/incidents`, `${PUBLIC}/incidents/${id}`, `${PUBLIC}/maintenance.ics`]) {
      const refused = await new Visitor().get<{ code: string }>(path);
      expect([path, refused.status, refused.body.code]).toEqual([path, 401, "STATUS_PAGE_PRIVATE"]);
      expect((await visitor.get(path)).status).toBe(200);
    }
  });
});

describe("the public list of incidents", () => {
  it("is paged, without drafts and internal incidents", async () => {
    await addIncident("Internal too", { monitorIds: [hidden.id] });
    await addIncident("A draft", { draft: true });
    const id = await addIncident("Both", { monitorIds: [shop.id, hidden.id] });
    const { body } = await new Visitor().get<{
      items: { id: number; title: string; components: unknown }[];
      total: number;
      page: number;
      limit: number;
    }>(`${PUBLIC}/incidents?limit=3`);
    expect([body.items.length, body.page, body.limit]).toEqual([3, 1, 3]);
    expect(body.items[0]).toMatchObject({ id, components: [{ id: shop.id, name: "Shop" }] });
    expect(JSON.stringify(body)).not.toMatch(/Internal too|A draft|Backoffice/);
    const one = await new Visitor().get<{ title: string }>(`${PUBLIC}/incidents/${id}`);
    expect(one.body.title).toBe("Both");
    expect((await new Visitor().get(`${PUBLIC}/incidents/999999`)).status).toBe(404);
    expect((await new Visitor().get(`${PUBLIC}/incidents?page=0`)).status).toBe(400);
  });
});

describe("the maintenance calendar", () => {
  it("contains only public maintenance, with stable UIDs", async () => {
    const id = await addWindow("Move; twice", { description: "One\nTwo" });
    await addWindow("Hidden work", { monitorIds: [hidden.id] });
    const { status, headers, body } = await read(`${PUBLIC}/maintenance.ics`);
    expect([status, headers.get("Content-Type")]).toEqual([200, "text/calendar; charset=utf-8"]);
    expect(body).toContain(`UID:maintenance-${id}@uptide.test\r\n`);
    expect(body).toContain("SUMMARY:Move\\; twice\r\n");
    expect(body).toContain(`URL:http://uptide.test/maintenance/${id}\r\n`);
    expect(body).not.toContain("Hidden work");
  });
});
