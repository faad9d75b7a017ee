import { beforeAll, describe, expect, it } from "vitest";
import type { FilledTemplate, IncidentTemplate } from "../../../src/schema/incident_template.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { addToken, setUp, type Visitor } from "../client.ts";

const ROOT = "/api/v1/admin/incident-templates";
const MONITORS = "/api/v1/admin/monitors";
const WORDING = { title: "{{monitor}} is gone", body: "Gone: {{error}}", resolvedBody: "Back." };

let admin: Visitor;
let names = 0;

beforeAll(async () => {
  admin = await setUp();
});

const list = async () => (await admin.get<IncidentTemplate[]>(ROOT)).body;
const add = async (body: object = {}) =>
  await admin.post<IncidentTemplate>(ROOT, { name: `T${++names}`, ...WORDING, ...body });
const defaults = async () => (await list()).filter(({ isDefault }) => isDefault).map(({ name }) => name);
const builtIn = async () => (await list()).find((template) => template.builtIn)!;

describe("the built-in incident template", () => {
  it("exists in English and Polish, with every placeholder", async () => {
    const [template, ...rest] = await list();
    expect(rest).toEqual([]);
    expect(template).toMatchObject({ name: "Default", builtIn: true, isDefault: true, impact: "major" });
    for (const wording of [template!, template!.locales["pl"]!]) {
      const text = `${wording.title} ${wording.body} ${wording.resolvedBody}`;
      for (const name of ["monitor", "since", "duration", "status"]) expect(text).toContain(`{{${name}}}`);
    }
    expect(template!.body).toContain("\n\n");
  });

  it("can be edited but not deleted", async () => {
    const { id, title } = await builtIn();
    expect((await admin.delete(`${ROOT}/${id}`)).status).toBe(409);
    const changed = await admin.patch<IncidentTemplate>(`${ROOT}/${id}`, { title: "Mine", builtIn: false });
    expect(changed.body).toMatchObject({ title: "Mine", builtIn: true });
    await admin.patch(`${ROOT}/${id}`, { title });
  });
});

describe("an incident template", () => {
  it("is returned as created, without empty translations", async () => {
    const locales = { pl: { title: " Brak ", body: "", resolvedBody: "Jest" }, "pt-br": {} };
    const made = await add({ name: "Own", impact: "minor", locales });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(Number),
      version: 1,
      name: "Own",
      ...WORDING,
      impact: "minor",
      builtIn: false,
      isDefault: false,
      locales: { pl: { title: "Brak", resolvedBody: "Jest" } },
    });
    expect(await list()).toContainEqual(made.body);
  });

  it.each([
    [{ title: "two\nlines" }, "title"],
    [{ body: "" }, "body"],
    [{ resolvedBody: "x".repeat(20_001) }, "resolvedBody"],
    [{ impact: "none" }, "impact"],
    [{ locales: { PL: {} } }, "locales.PL"],
    [{ locales: { pl: { title: "two\nlines" } } }, "locales.pl.title"],
  ])("is rejected with %j at %s", async (fault, path) => {
    const reply = await admin.post<{ problems: { path: string }[] }>(ROOT, {
      name: "x",
      ...WORDING,
      ...fault,
    });
    expect([reply.status, reply.body.problems?.[0]?.path]).toEqual([400, path]);
  });

  it("requires a unique name", async () => {
    const { name } = (await add()).body;
    expect((await add({ name })).status).toBe(409);
    const other = (await add()).body;
    expect((await admin.patch(`${ROOT}/${other.id}`, { name })).status).toBe(409);
    expect((await admin.patch(`${ROOT}/${other.id}`, { name: other.name, title: "same" })).status).toBe(200);
    expect((await admin.patch(`${ROOT}/999999`, { title: "x" })).status).toBe(404);
  });

  it("keeps an unknown placeholder", async () => {
    expect((await add({ title: "{{monitor}} {{colour}}" })).body.title).toBe("{{monitor}} {{colour}}");
  });
});

describe("the default incident template", () => {
  it("is always exactly one, even after changes and deletions", async () => {
    const made = (await add({ isDefault: true })).body;
    expect(made.isDefault).toBe(true);
    expect(await defaults()).toEqual([made.name]);
    const other = (await add()).body;
    await admin.patch(`${ROOT}/${other.id}`, { isDefault: true });
    expect(await defaults()).toEqual([other.name]);
    const refused = await admin.patch<{ error: string }>(`${ROOT}/${other.id}`, { isDefault: false });
    expect([refused.status, refused.body.error]).toEqual([
      409,
      "One template must be the default: make another one the default instead.",
    ]);
    expect((await add({ name: other.name, isDefault: true })).status).toBe(409);
    expect(await defaults()).toEqual([other.name]);
    await admin.delete(`${ROOT}/${other.id}`);
    expect(await defaults()).toEqual([(await builtIn()).name]);
  });
});

describe("a monitor's incident template", () => {
  const monitor = async (body: object, by = admin) =>
    await by.post<Monitor & { error: string }>(MONITORS, { name: `M${++names}`, type: "webhook", ...body });

  it("must exist, and is reset to the default when it is deleted", async () => {
    expect((await monitor({ autoIncidentTemplateId: 999_999 })).status).toBe(400);
    const template = (await add()).body;
    const { id } = (await monitor({ autoIncidentMinutes: 5, autoIncidentTemplateId: template.id })).body;
    const read = async () => (await admin.get<Monitor>(`${MONITORS}/${id}`)).body.autoIncidentTemplateId;
    expect(await read()).toBe(template.id);
    expect((await admin.patch(`${MONITORS}/${id}`, { autoIncidentTemplateId: 999_999 })).status).toBe(400);
    expect((await admin.delete(`${ROOT}/${template.id}`)).status).toBe(204);
    expect(await read()).toBe(null);
  });

  it("requires incidents:write in addition to monitors:write, as does automatic publishing", async () => {
    const { id: templateId } = (await add()).body;
    const poor = await addToken(admin, ["monitors:write", "incidents:read"]);
    const rich = await addToken(admin, ["monitors:write", "incidents:write"]);
    for (const body of [{ autoIncidentMode: "published" }, { autoIncidentTemplateId: templateId }]) {
      const refused = await monitor(body, poor);
      expect([refused.status, refused.body.error]).toEqual([
        403,
        "This API token needs the incidents:write permission.",
      ]);
      expect((await monitor(body, rich)).status).toBe(201);
    }
    expect((await monitor({ autoIncidentMinutes: 5, autoIncidentMode: "draft" }, poor)).status).toBe(201);

    const { id } = (await monitor({ autoIncidentMode: "published", autoIncidentTemplateId: templateId }))
      .body;
    const change = async (body: object) => (await poor.patch(`${MONITORS}/${id}`, body)).status;
    expect(await change({ name: "Renamed", autoIncidentMode: "published" })).toBe(200);
    expect(await change({ autoIncidentMinutes: 5 })).toBe(403);
    expect(await change({ autoIncidentTemplateId: null })).toBe(403);
    expect(await change({ autoIncidentMode: "draft" })).toBe(200);
    expect(await change({ autoIncidentMode: "published" })).toBe(403);
    expect(await change({ autoIncidentMinutes: 5 })).toBe(200);
  });
});

describe("a filled incident template", () => {
  const filled = async (id: number, query = "", by = admin) =>
    await by.get<FilledTemplate>(`${ROOT}/${id}/filled${query}`);
  const fail = async (name: string, message: string) => {
    const { body } = await admin.post<Monitor>(MONITORS, { name, type: "webhook" });
    const { pathname } = new URL(body.heartbeatUrl ?? "");
    await admin.get(`${pathname}?status=down&message=${encodeURIComponent(message)}`);
    return body.id;
  };

  it("contains the monitors, error and start time, in each of its languages", async () => {
    const { body: template } = await add({
      body: "{{monitor}}: {{error}} ({{status}}, {{duration}})",
      locales: { pl: { title: "{{monitor}} nie działa" } },
    });
    const [shop, search] = [await fail("Cart", "No disk."), await fail("Search", "No index.")];
    const { status, body } = await filled(template.id, `?monitorIds=${shop},${search}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      title: "Cart, Search is gone",
      resolvedBody: "Back.",
      impact: "major",
      locales: { pl: { title: "Cart, Search nie działa" } },
    });
    expect(body.body).toContain("Cart, Search: No disk.");
    expect(body.startedAt).toBeLessThanOrEqual(Date.now());
    const since = Date.now() - 7_200_000;
    const later = await filled(template.id, `?monitorIds=${shop}&since=${since}&status=up`);
    expect(later.body.startedAt).toBe(since);
    expect(later.body.body).toMatch(/2 hours/);
  });

  it("uses a monitor's public name", async () => {
    const { body: template } = await add({ name: "Public", body: "{{monitor}}" });
    const id = await fail("till-7", "No paper.");
    await admin.patch(`/api/v1/admin/monitors/${id}`, { publicName: "Tills" });
    expect((await filled(template.id, `?monitorIds=${id}`)).body).toMatchObject({ body: "Tills" });
  });

  it("covers the whole page without monitors, and rejects unknown monitors", async () => {
    const { id } = await builtIn();
    expect((await filled(id)).body.title).toContain("Status Page");
    expect((await filled(id, "?monitorIds=987654")).status).toBe(400);
    expect((await filled(id, "?monitorIds=x")).status).toBe(400);
    expect((await filled(987654)).status).toBe(404);
  });

  it("requires monitors:read from a token if it is filled for monitors", async () => {
    const { id } = await builtIn();
    const monitorId = await fail("Hidden", "Secret.");
    const token = await addToken(admin, ["incidents:read"]);
    expect((await filled(id, "", token)).status).toBe(200);
    expect((await filled(id, `?monitorIds=${monitorId}`, token)).status).toBe(403);
    const both = await addToken(admin, ["incidents:read", "monitors:read"]);
    expect((await filled(id, `?monitorIds=${monitorId}`, both)).status).toBe(200);
  });
});
