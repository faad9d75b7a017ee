import { beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import type { LayoutTree } from "../../../src/schema/layout.ts";
import { addToken, addUser, bindings, setUp, type Visitor } from "../client.ts";
import { apply, exportText, monitor, pathsOf, validate } from "./client.ts";

const ADMIN = "/api/v1/admin";
const ALL = "?kind=all";
const DAY_MS = 86_400_000;
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const layout = (children: object[]) => ({ kind: "Layout", children });
const block = (id: string, key: string, more: object = {}) => ({
  id,
  type: "monitor",
  monitor: key,
  ...more,
});
const window = (key: string, more: object = {}) => ({
  kind: "Maintenance",
  key,
  name: key,
  startsAt: at(1),
  endsAt: at(2),
  allMonitors: true,
  ...more,
});
const template = (name: string, more: object = {}) => ({
  kind: "IncidentTemplate",
  name,
  title: "{{monitor}} fails",
  body: "We look.",
  resolvedBody: "Over.",
  ...more,
});
const locale = (code: string, more: object = {}) => ({ kind: "Locale", code, name: code, ...more });

interface Document {
  kind: string;
  [name: string]: unknown;
}

async function exported(query: string, by = admin): Promise<Document[]> {
  return parseAllDocuments(await exportText(by, query)).map((document) => document.toJS() as Document);
}

async function one(kind: string, key = ""): Promise<Document | undefined> {
  return (await exported(`?kind=${kind}${key && `&key=${encodeURIComponent(key)}`}`))[0];
}

const PAGE = () => [
  monitor("shop", { autoIncident: { afterMinutes: 5, mode: "draft", template: "Shop fails" } }),
  monitor("api"),
  layout([
    { id: "g", type: "group", label: "Front", children: [block("m1", "shop", { cardVariant: "compact" })] },
    block("m2", "api"),
    { id: "c", type: "chart", monitor: "api", hours: 48 },
    { id: "t", type: "text", name: "Hint", markdown: "# Hello\n\n*World*" },
  ]),
  { kind: "Branding", siteName: "Acme status", showFooter: false, barDays: 60 },
  template("Shop fails", { impact: "critical", locales: { de: { title: "{{monitor}} ist weg" } } }),
  locale("de", { name: "Deutsch", translations: { "signIn.submit": "Anmelden" } }),
  window("upgrade", { name: "Upgrade", allMonitors: false, monitors: ["shop", "api"] }),
];

describe("page documents", () => {
  it("are exported and imported only on request", async () => {
    expect((await exported("")).map(({ kind }) => kind)).not.toContain("Branding");
    const refused = await apply(admin, [{ kind: "Branding" }]);
    expect([refused.status, pathsOf(refused)]).toEqual([400, ["Branding[branding].kind"]]);
    expect(refused.body.error).toContain("?kind=");
    expect(refused.body.error).toContain("NotificationChannel, Monitor, Action");
    const other = await apply(admin, [monitor("x")], "?kind=Branding,Layout");
    expect([other.status, pathsOf(other)]).toEqual([400, ["Monitor[x].kind"]]);
    expect((await admin.get(`${ADMIN}/config/export?kind=Branding,Nothing`)).status).toBe(400);
    const oneByOne = await exportText(admin, "?kind=Branding&kind=&kind=Layout");
    expect(oneByOne).toBe(await exportText(admin, "?kind=Branding,Layout"));
    const both = await validate(admin, [monitor("x"), { kind: "Branding" }], "?kind=Branding&kind=Monitor");
    expect(both.status).toBe(200);
    expect((await admin.get(`${ADMIN}/config/export?kind=Branding&kind=Nothing`)).status).toBe(400);
  });

  it("create a page in one import, with new monitors and templates", async () => {
    const dry = await validate(admin, PAGE(), ALL);
    expect([dry.status, dry.body.problems]).toEqual([200, undefined]);
    expect(await exported("?kind=Monitor")).toEqual([]);
    const made = await apply(admin, PAGE(), ALL);
    expect(made.body.changes).toEqual(dry.body.changes);
    expect(made.body.changes.map(({ kind, key, action }) => `${kind} ${key} ${action}`)).toEqual([
      "Monitor api create",
      "Monitor shop create",
      "Layout layout update",
      "Branding branding update",
      "IncidentTemplate Shop fails create",
      "Locale de create",
      "Maintenance upgrade create",
    ]);
    expect(made.body.changes[2]?.fields).toEqual(["children"]);
    expect(made.body.changes[3]?.fields).toEqual(["siteName", "showFooter", "barDays"]);

    const monitors = (await admin.get<{ id: number; key: string }[]>(`${ADMIN}/monitors`)).body;
    const idOf = (key: string) => monitors.find((row) => row.key === key)?.id;
    const { tree } = (await admin.get<{ tree: LayoutTree }>(`${ADMIN}/layout`)).body;
    const [group, card, chart] = tree.children;
    expect(group).toMatchObject({ children: [{ monitorId: idOf("shop") }] });
    expect([card, chart]).toMatchObject([{ monitorId: idOf("api") }, { monitorId: idOf("api"), hours: 48 }]);
    const stored = await bindings.DB.prepare("SELECT value FROM settings WHERE name = 'layout'").first();
    expect(JSON.parse(String(stored?.["value"])).monitors).toEqual([
      { id: idOf("shop"), chartHours: 0 },
      { id: idOf("api"), chartHours: 48 },
    ]);
    const windows = (await admin.get<{ monitorIds: number[] }[]>(`${ADMIN}/maintenance`)).body;
    expect(windows[0]?.monitorIds).toEqual([idOf("api"), idOf("shop")].sort());
    const templates = (await admin.get<{ id: number; name: string }[]>(`${ADMIN}/incident-templates`)).body;
    const shop = await admin.get<{ autoIncidentTemplateId: number }>(`${ADMIN}/monitors/${idOf("shop")}`);
    expect(shop.body.autoIncidentTemplateId).toBe(templates.find(({ name }) => name === "Shop fails")?.id);
  });

  it("export the same bytes again, and change nothing when applied again", async () => {
    const text = await exportText(admin, ALL);
    const again = await apply(admin, text, ALL);
    expect([again.status, again.body.summary]).toMatchObject([200, { create: 0, update: 0 }]);
    expect(await exportText(admin, ALL)).toBe(text);
    const kinds = (await exported(ALL)).map(({ kind }) => kind);
    expect([...new Set(kinds)]).toEqual([
      ...["Monitor", "Layout", "Branding", "IncidentTemplate", "Locale", "Maintenance"],
    ]);
    expect((await exported("?kind=Maintenance,Layout")).map(({ kind }) => kind)).toEqual([
      "Layout",
      "Maintenance",
    ]);
    expect(await one("Locale", "de")).toMatchObject({
      code: "de",
      translations: { "signIn.submit": "Anmelden" },
    });
    expect((await admin.get(`${ADMIN}/config/export?kind=Locale&key=xx`)).status).toBe(404);
    expect((await admin.get(`${ADMIN}/config/export?kind=Locale,Layout&key=de`)).status).toBe(400);
    const before = await bindings.DB.prepare("SELECT max(id) AS id FROM audit").first();
    await apply(admin, text, ALL);
    expect(await bindings.DB.prepare("SELECT max(id) AS id FROM audit").first()).toEqual(before);
  });

  it("reset omitted fields to their defaults, and keep images", async () => {
    await bindings.DB.prepare(
      "UPDATE settings SET value = json_set(value, '$.logoUrl', '/uploads/a.png') WHERE name = 'branding'",
    ).run();
    const reply = await apply(admin, [{ kind: "Branding" }, locale("de"), layout([])], ALL);
    expect(reply.body.summary).toEqual({ create: 0, update: 3, unchanged: 0 });
    const branding = (await admin.get<object>(`${ADMIN}/branding`)).body;
    expect(branding).toMatchObject({ siteName: "Status Page", barDays: 90 - 60, logoUrl: "/uploads/a.png" });
    expect(await one("Branding")).not.toHaveProperty("logoUrl");
    expect(await one("Locale", "de")).toMatchObject({ name: "de", translations: {} });
    expect((await one("Layout"))?.["children"]).toEqual([]);
  });

  it("are covered by the JSON Schema, and each exported document links to it", async () => {
    const text = await exportText(admin, "?kind=Layout,Monitor");
    const lines = text.split("\n").filter((line) => line.startsWith("#"));
    const root = "# yaml-language-server: $schema=http://uptide.test/schema/config.json";
    expect([...new Set(lines)]).toEqual([root, `${root}?kind=all`]);
    const schema = await admin.get<{ properties: { kind: { enum: string[] } } }>(
      "/schema/config.json?kind=all",
    );
    expect(schema.body.properties.kind.enum).toContain("Maintenance");
    expect(JSON.stringify(schema.body)).not.toMatch(/"\$ref"|"\$defs"/);
  });

  it("are audited like changes by users, with an additional entry for the import", async () => {
    await apply(admin, [{ kind: "Branding", siteName: "Audited" }, window("audited")], ALL);
    const { items } = (
      await admin.get<{ items: { action: string; entityType: string; details: Record<string, unknown> }[] }>(
        `${ADMIN}/audit?limit=3`,
      )
    ).body;
    expect(items.map(({ action, entityType }) => `${action} ${entityType}`)).toEqual([
      "Import config",
      "Create maintenance",
      "Update branding",
    ]);
    expect(items[2]?.details).toMatchObject({ changes: { siteName: ["Status Page", "Audited"] } });
  });

  it("are audited with the ids of monitors from the same import", async () => {
    const scoped = (monitors: string[]) => window("scoped", { allMonitors: false, monitors });
    await apply(admin, [monitor("old"), scoped(["old"])], ALL);
    const children = [block("n1", "new-1"), block("n2", "old"), block("n3", "new-2")];
    const docs = [monitor("new-1"), monitor("new-2"), layout(children), scoped(["old", "new-2"])];
    expect((await apply(admin, docs, ALL)).status).toBe(200);
    const all = (await admin.get<{ id: number; key: string }[]>(`${ADMIN}/monitors`)).body;
    const idOf = (key: string) => all.find((one) => one.key === key)?.id;
    const changesOf = async (entityType: string) => {
      const path = `${ADMIN}/audit?entityType=${entityType}&limit=1`;
      const { items } = (await admin.get<{ items: { details: { changes: object } }[] }>(path)).body;
      return items[0]?.details.changes;
    };
    expect(await changesOf("layout")).toMatchObject({
      "blocks.n1": [null, { monitorId: idOf("new-1") }],
      "blocks.n3": [null, { monitorId: idOf("new-2") }],
    });
    const both = [idOf("new-2"), idOf("old")];
    expect(await changesOf("maintenance")).toMatchObject({
      monitorIds: [[idOf("old")], both],
    });
  });
});

describe("invalid page documents", () => {
  const problemsOf = async (...documents: object[]) => pathsOf(await validate(admin, documents, ALL));

  it("are reported with their paths, and nothing is saved", async () => {
    const before = await exportText(admin, ALL);
    const bad = [
      monitor("fine"),
      { kind: "Branding", siteName: "", color: "red" },
      layout([block("a", "shop", { cardVariant: "huge" })]),
      { ...window("w"), startsAt: "tomorrow" },
      locale("DE"),
      template("t", { impact: "grave" }),
    ];
    expect((await apply(admin, bad, ALL)).status).toBe(400);
    expect((await problemsOf(...bad)).sort()).toEqual([
      "Branding[branding].color",
      "Branding[branding].siteName",
      "IncidentTemplate[t].impact",
      "Layout[layout].children[0].cardVariant",
      "Locale[DE].code",
      "Maintenance[w].startsAt",
    ]);
    expect(await exportText(admin, ALL)).toBe(before);
  });

  it("are reported for bad references and combinations", async () => {
    expect(await problemsOf(layout([block("a", "gone"), block("a", "shop")]))).toEqual([
      "Layout[layout].children[0].monitor",
    ]);
    expect(await problemsOf(layout([block("a", "api"), block("a", "shop")]))).toEqual([
      "Layout[layout].children[1].id",
    ]);
    expect(await problemsOf(window("w", { allMonitors: false, monitors: ["gone"] }))).toEqual([
      "Maintenance[w].monitors[0]",
    ]);
    expect(await problemsOf(window("w", { allMonitors: false }))).toEqual(["Maintenance[w].monitors"]);
    expect(await problemsOf(window("w", { endsAt: at(0) }))).toEqual(["Maintenance[w].endsAt"]);
    expect(await problemsOf(window("w", { startsAt: "1969-12-31T23:59:59Z" }))).toEqual([
      "Maintenance[w].startsAt",
    ]);
    expect(await problemsOf({ kind: "Branding", uptimeThresholdUp: 1 })).toEqual([
      "Branding[branding].uptimeThresholdDegraded",
    ]);
    expect(await problemsOf(locale("de", { translations: { "no.such": "x" } }))).toEqual([
      "Locale[de].translations.no.such",
    ]);
    expect(await problemsOf(locale("de"), locale("de"))).toHaveLength(1);
    expect(await problemsOf({ kind: "Branding" }, { kind: "Branding" })).toHaveLength(1);
  });

  it("can chart a monitor only if its type in the same file has response times", async () => {
    const web = monitor("turns");
    const beat = monitor("turns", { type: "webhook", config: {} });
    const chart = layout([{ id: "c", type: "chart", monitor: "turns" }]);
    for (const [stored, sent] of [
      [beat, web],
      [web, beat],
    ] as const) {
      expect((await apply(admin, [stored], ALL)).status).toBe(200);
      const reply = await validate(admin, [sent, chart], ALL);
      expect([sent, pathsOf(reply)]).toEqual([
        sent,
        sent === web ? [] : ["Layout[layout].children[0].monitor"],
      ]);
    }
    await apply(admin, [web, chart], ALL);
    await apply(admin, [beat], ALL);
    const again = await validate(admin, await exportText(admin, "?kind=Monitor,Layout"), ALL);
    expect([pathsOf(again), again.body.summary.update]).toEqual([[], 0]);
  });

  it("are reported for no default or two, but the default can move", async () => {
    const all = await exported("?kind=Locale");
    const standard = all.find(({ isDefault }) => isDefault) as Document;
    expect(await problemsOf({ ...standard, isDefault: false })).toEqual([
      `Locale[${String(standard["code"])}].isDefault`,
    ]);
    expect(await problemsOf(standard, locale("de", { isDefault: true }))).toHaveLength(2);
    expect(await problemsOf(locale("de", { isDefault: true, published: false }))).toEqual([
      "Locale[de].published",
    ]);
    const swapped = [{ ...standard, isDefault: false, published: false }, locale("de", { isDefault: true })];
    expect((await apply(admin, swapped, ALL)).status).toBe(200);
    expect(await one("Locale", "de")).toMatchObject({ isDefault: true });
    expect((await apply(admin, swapped, ALL)).body.summary).toEqual({ create: 0, update: 0, unchanged: 2 });
    const mine = [template("Mine", { isDefault: true })];
    expect((await apply(admin, mine, ALL)).status).toBe(200);
    expect((await exported("?kind=IncidentTemplate")).filter(({ isDefault }) => isDefault)).toMatchObject([
      { name: "Mine" },
    ]);
  });
});

describe("a maintenance document", () => {
  it("of manual maintenance uses its id as key, and can move it", async () => {
    const made = await admin.post<{ id: number }>(`${ADMIN}/maintenance`, {
      name: "By hand",
      startsAt: Date.now() + DAY_MS,
      endsAt: Date.now() + 2 * DAY_MS,
      allMonitors: true,
    });
    const key = `window-${made.body.id}`;
    const document = await one("Maintenance", key);
    expect(document).toMatchObject({ key, name: "By hand", allMonitors: true, monitors: [] });
    const moved = await apply(admin, [{ ...document, endsAt: at(3) }], ALL);
    expect(moved.body.changes).toEqual([{ kind: "Maintenance", key, action: "update", fields: ["endsAt"] }]);
    await apply(admin, [window("upgrade-2")], ALL);
    await apply(admin, [window("upgrade-2", { name: "Renamed" })], ALL);
    expect((await exported("?kind=Maintenance")).filter((one) => one["key"] === "upgrade-2")).toHaveLength(1);
  });

  it("of recurring maintenance exports and imports unchanged, and can cover new monitors", async () => {
    const weekly = (more: object = {}) =>
      window("weekly", {
        recurrence: { every: "week", interval: 2 },
        timezone: "Europe/Warsaw",
        announceHours: 48,
        allMonitors: false,
        monitors: ["night"],
        ...more,
      });
    const occurrencesOf = async (key: string) => {
      const { results } = await bindings.DB.prepare(
        `SELECT o.id FROM maintenance o JOIN maintenance_keys k ON k.maintenance_id = o.series_id
         JOIN maintenance_monitors l ON l.maintenance_id = o.id JOIN monitors m ON m.id = l.monitor_id
         WHERE k.key = 'weekly' AND m.key = ?`,
      )
        .bind(key)
        .all();
      return results.length;
    };
    expect((await apply(admin, [monitor("night"), weekly()], ALL)).status).toBe(200);
    expect(await one("Maintenance", "weekly")).toMatchObject({
      recurrence: { every: "week", interval: 2 },
      timezone: "Europe/Warsaw",
      announceHours: 48,
      monitors: ["night"],
    });
    expect(await occurrencesOf("night")).toBe(10);
    const text = await exportText(admin, "?kind=Maintenance&key=weekly");
    expect((await apply(admin, text, ALL)).body.summary).toMatchObject({
      create: 0,
      update: 0,
      unchanged: 1,
    });
    const more = weekly({ monitors: ["night", "later"] });
    expect((await apply(admin, [monitor("later"), more], ALL)).status).toBe(200);
    expect(await occurrencesOf("later")).toBe(10);
    const once = await apply(admin, [weekly({ recurrence: null })], ALL);
    expect(once.status).toBe(400);
    expect(JSON.stringify(once.body)).toContain("Recurring maintenance can't become one-off");
  });

  it("notifies subscribers like manual maintenance, and is exported only until it is over", async () => {
    await apply(admin, [window("told"), window("quiet", { notifySubscribers: false })], ALL);
    const notified = await bindings.DB.prepare(
      "SELECT k.key FROM public_events e JOIN maintenance_keys k ON k.maintenance_id = e.maintenance_id WHERE k.key IN ('told', 'quiet')",
    ).all();
    expect(notified.results).toEqual([{ key: "told" }]);
    await apply(admin, [window("over", { startsAt: at(-2), endsAt: at(-1) })], ALL);
    expect(await one("Maintenance", "told")).toBeDefined();
    expect((await exported("?kind=Maintenance")).map((one) => one["key"])).not.toContain("over");
  });
});

describe("a maintenance document of deleted monitors", () => {
  it("is left out of the export, which can be applied again", async () => {
    await apply(
      admin,
      [monitor("leaving"), window("orphan", { allMonitors: false, monitors: ["leaving"] })],
      ALL,
    );
    expect(await one("Maintenance", "orphan")).toMatchObject({ monitors: ["leaving"] });
    const { body } = await admin.get<{ id: number }[]>(`${ADMIN}/monitors?search=leaving`);
    await admin.delete(`${ADMIN}/monitors/${body[0]?.id}`);
    expect((await exported("?kind=Maintenance")).map((one) => one["key"])).not.toContain("orphan");
    const again = await validate(admin, await exportText(admin, ALL), ALL);
    expect(again.body.summary).toMatchObject({ create: 0, update: 0 });
  });
});

describe("permissions for page documents", () => {
  it("match those of the API for each kind", async () => {
    const branding = [{ kind: "Branding", siteName: "By token" }];
    const windows = [window("by-token")];
    const design = await addToken(admin, ["appearance:write"]);
    expect((await apply(design, branding, "?kind=Branding")).status).toBe(200);
    expect((await exported("?kind=Branding,Layout,Locale", design)).length).toBeGreaterThan(2);
    for (const reply of [
      await apply(design, windows, "?kind=Branding,Maintenance"),
      await apply(design, [template("x")], "?kind=all"),
      await apply(design, [monitor("x")]),
      await design.get(`${ADMIN}/config/export?kind=Layout,Maintenance`),
      await design.get(`${ADMIN}/config/export?kind=all`),
      await (await addToken(admin, ["appearance:read"])).post(`${ADMIN}/config/apply?kind=Branding`, ""),
    ])
      expect(reply.status).toBe(403);
    const planner = await addToken(admin, ["maintenance:write"]);
    expect((await apply(planner, windows, "?kind=Maintenance")).status).toBe(200);
    expect((await apply(planner, branding, "?kind=Branding")).status).toBe(403);

    const { visitor: designer } = await addUser("branding");
    expect((await apply(designer, [{ kind: "Branding" }], "?kind=Branding")).status).toBe(200);
    expect((await designer.get(`${ADMIN}/config/export?kind=Layout`)).status).toBe(200);
    expect((await designer.get(`${ADMIN}/config/export`)).status).toBe(403);
    expect((await apply(designer, windows, "?kind=Maintenance")).status).toBe(403);
    const { visitor: operator } = await addUser("operator");
    expect((await apply(operator, [...branding, ...windows], ALL)).status).toBe(200);
    const { visitor: viewer } = await addUser("viewer");
    expect((await viewer.get(`${ADMIN}/config/export?kind=Branding`)).status).toBe(403);
  });

  it("write each block's settings in the same order, whether its place was given or found", async () => {
    const text = { id: "t1", type: "text", name: "Hint", markdown: "Hello" };
    const found = [
      { id: "g1", type: "group", label: "Front", children: [text] },
      { id: "d1", type: "divider" },
    ];
    expect((await apply(admin, [layout(found)], ALL)).status).toBe(200);
    const placed = await exportText(admin, "?kind=Layout");
    await apply(admin, [layout([])], ALL);
    expect((await apply(admin, placed, ALL)).status).toBe(200);
    expect(await exportText(admin, "?kind=Layout")).toBe(placed);
  });

  it("compare a monitor's template by the default that the documents set", async () => {
    const before = (await exported("?kind=IncidentTemplate")).find((one) => one["isDefault"]);
    const usual = { kind: "IncidentTemplate", isDefault: false };
    const [kept, next] = [
      { ...before, ...usual },
      { ...template("New default"), isDefault: true },
    ];
    const named = monitor("named", { autoIncident: { afterMinutes: 5, template: before?.["name"] } });
    const plain = monitor("plain", { autoIncident: { afterMinutes: 5 } });
    const set = { ...before, isDefault: true };
    await apply(admin, [monitor("named", { autoIncident: { afterMinutes: 5 } }), plain, set], ALL);
    for (const documents of [
      [kept, next, named, plain],
      [set, template("New default"), plain, monitor("named", { autoIncident: { afterMinutes: 5 } })],
      [kept, next, { ...named, key: "other", name: "other" }, plain],
    ]) {
      expect((await apply(admin, documents, ALL)).status).toBe(200);
      expect((await apply(admin, documents, ALL)).body.summary).toMatchObject({ create: 0, update: 0 });
    }
    expect((await one("Monitor", "other"))?.["autoIncident"]).toMatchObject({ template: before?.["name"] });
    expect((await one("Monitor", "plain"))?.["autoIncident"]).not.toHaveProperty("template");
    await apply(admin, [set, template("New default")], ALL);
  });

  it("allow concurrent imports and changes, each planned again", async () => {
    const names = Array.from({ length: 4 }, (_, i) => `Name ${i}`);
    const replies = await Promise.all([
      ...names.map((siteName) => apply(admin, [{ kind: "Branding", siteName }], ALL)),
      admin.patch(`${ADMIN}/branding`, { barDays: 90 }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(names).toContain((await one("Branding"))?.["siteName"]);
  });
});
