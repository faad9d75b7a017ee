import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "../../../src/schema/page.ts";
import { addToken, addUser, handle, ORIGIN, setUp, type Visitor } from "../client.ts";
import { apply, exportText, monitor, pathsOf, validate } from "./client.ts";

const PAGES = "/api/v1/admin/pages";
const ALL = "?kind=all";
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

const customers = {
  kind: "Page",
  key: "customers",
  name: "Customers",
  hostnames: ["status.customers.example"],
};
const layout = {
  kind: "Layout",
  page: "customers",
  children: [{ id: "shop", type: "monitor", monitor: "shop" }],
};
const look = {
  kind: "Branding",
  page: "customers",
  siteName: "For customers",
  enabled: 1,
  customCss: "b {}",
};
const read = async (key: string) => (await admin.get<Page>(`${PAGES}/${key}`)).body;
const changesOf = async (documents: readonly object[], query = ALL) =>
  (await apply(admin, documents, query)).body.changes?.map(({ kind, key, action, fields = [] }) => {
    return [kind, key, action, ...fields];
  });

const WINDOW = {
  kind: "Maintenance",
  startsAt: "2100-01-01T00:00:00.000Z",
  endsAt: "2100-01-01T01:00:00.000Z",
  allMonitors: true,
};

describe("page documents for several pages", () => {
  it("are not exported while only the default page exists", async () => {
    expect(await exportText(admin, ALL)).not.toMatch(/kind: Page|^page:/m);
  });

  it("create a page with its layout, branding and a monitor in one import, and change nothing when repeated", async () => {
    const before = await exportText(admin, "?kind=Layout");
    const documents = [layout, look, customers, monitor("shop")];
    expect(await changesOf(documents)).toEqual([
      ["Monitor", "shop", "create"],
      ["Page", "customers", "create"],
      ["Layout", "layout/customers", "update", "children"],
      ["Branding", "branding/customers", "update", "enabled", "siteName", "customCss"],
    ]);
    expect(await read("customers")).toMatchObject({
      name: "Customers",
      hostnames: ["status.customers.example"],
      access: "public",
    });
    const shown = await handle(new Request(`${ORIGIN}/p/customers/`));
    expect(await shown.text()).toContain("For customers");
    expect(await exportText(admin, "?kind=Layout&key=layout")).toBe(before);
    expect((await changesOf(documents))?.map(([, , action]) => action)).toEqual(
      Array.from({ length: 4 }, () => "unchanged"),
    );
  });

  it("export the same text again, and can recreate a deleted page", async () => {
    const text = await exportText(admin, ALL);
    expect(text).toMatch(/kind: Page\nkey: customers\nname: Customers\n/);
    expect(text.match(/^page: customers$/gm)).toHaveLength(2);
    expect((await apply(admin, text, ALL)).body.summary).toMatchObject({ create: 0, update: 0 });
    await admin.delete(`${PAGES}/customers?confirm=Customers`);
    expect((await apply(admin, text, ALL)).body.summary).toMatchObject({ create: 1, update: 2 });
    expect(await exportText(admin, ALL)).toBe(text);
    expect(await exportText(admin, "?kind=Page&key=customers")).toMatch(/^kind: Page$/m);
  });

  it("set a page's subscription options, embedding origins and languages", async () => {
    const settings = {
      kind: "PageSettings",
      page: "customers",
      enabled: true,
      allowEmail: false,
      embedOrigins: ["https://customers.example"],
    };
    const german = { kind: "Locale", code: "de", name: "Deutsch" };
    const offer = { kind: "Locale", page: "customers", offered: ["de"], default: "de" };
    const documents = [settings, offer, german];
    expect(await changesOf(documents)).toEqual([
      ["PageSettings", "settings/customers", "update", "enabled", "allowEmail", "embedOrigins"],
      ["Locale", "de", "create"],
      ["Locale", "locale/customers", "update", "offered", "default"],
    ]);
    expect((await changesOf(documents))?.map(([, , action]) => action)).toEqual(Array(3).fill("unchanged"));
    const root = `${PAGES}/customers`;
    expect((await admin.get(`${root}/subscriptions/settings`)).body).toMatchObject({
      enabled: true,
      allowEmail: false,
      allowTeamChat: true,
      embedOrigins: ["https://customers.example"],
    });
    expect((await admin.get(`${root}/locales`)).body).toMatchObject({ offered: ["de"], default: "de" });
    const shown = await (await handle(new Request(`${ORIGIN}/p/customers/`))).text();
    expect(shown).toContain('<html lang="de"');
    expect(await (await handle(new Request(`${ORIGIN}/`))).text()).toContain('<html lang="en"');

    const text = await exportText(admin, "?kind=PageSettings&kind=Locale");
    expect(text.match(/^kind: PageSettings$/gm)).toHaveLength(1);
    expect(text).toMatch(/kind: Locale\npage: customers\noffered:\n {2}- de\ndefault: de\n/);
    const audit = await admin.get<{ items: { entityName: string; action: string }[] }>(
      "/api/v1/admin/audit?limit=20",
    );
    expect(audit.body.items.map(({ entityName }) => entityName)).toEqual(
      expect.arrayContaining(["Subscriptions (customers)", "Languages (customers)"]),
    );
    const all = [
      { kind: "Locale", page: "customers" },
      { ...settings, enabled: false },
    ];
    expect(await changesOf(all)).toEqual([
      ["PageSettings", "settings/customers", "update", "enabled"],
      ["Locale", "locale/customers", "update", "offered", "default"],
    ]);
    const token = await addToken(admin, ["appearance:write"]);
    expect((await apply(token, [settings], ALL)).body.error).toContain("subscribers:write");
  });

  it("leave out languages that were deleted since", async () => {
    const offer = { kind: "Locale", page: "customers", offered: ["it", "de"], default: "it" };
    expect((await apply(admin, [{ kind: "Locale", code: "it", name: "Italiano" }, offer], ALL)).status).toBe(
      200,
    );
    await admin.delete("/api/v1/admin/locales/it");
    const text = await exportText(admin, ALL);
    expect(text).toMatch(/kind: Locale\npage: customers\noffered:\n {2}- de\n(?!default)/);
    expect((await validate(admin, text, ALL)).body.summary).toMatchObject({ create: 0, update: 0 });
    await apply(admin, [{ kind: "Locale", page: "customers" }], ALL);
  });

  it("name the default language of a page whose languages were all deleted", async () => {
    const offer = { kind: "Locale", page: "customers", offered: ["it"] };
    await apply(admin, [{ kind: "Locale", code: "it", name: "Italiano" }, offer], ALL);
    await admin.delete("/api/v1/admin/locales/it");
    expect(await exportText(admin, ALL)).toMatch(
      /kind: Locale\npage: customers\noffered:\n {2}- en\n(?! {2}-)/,
    );
    const all = await apply(admin, [{ kind: "Locale", page: "customers" }], ALL);
    expect(all.body).toMatchObject({ summary: { update: 1 } });
  });

  it("can move a hostname between pages, but not assign it to two", async () => {
    const partners = { ...customers, key: "partners", name: "Partners" };
    const freed = { ...customers, hostnames: [] };
    expect((await apply(admin, [partners, freed], ALL)).status).toBe(200);
    expect([(await read("partners")).hostnames, (await read("customers")).hostnames]).toEqual([
      ["status.customers.example"],
      [],
    ]);
    for (const refused of [await validate(admin, [customers], ALL), await apply(admin, [customers], ALL)]) {
      expect(refused.status).toBe(409);
      expect(refused.body.error).toContain("already belongs to the page partners");
    }
    const third = { ...partners, key: "third", hostnames: ["third.example"] };
    const taken = { ...third, key: "fourth" };
    expect((await validate(admin, [third, taken], ALL)).status).toBe(409);
  });

  it("limit maintenance of all monitors to pages, and keep them when they are omitted", async () => {
    const window = { ...WINDOW, key: "inside", name: "Inside work" };
    const unknown = await apply(admin, [{ ...window, pages: ["nobody"] }], ALL);
    expect([unknown.status, pathsOf(unknown)]).toEqual([400, [expect.stringContaining("pages[0]")]]);
    expect(await changesOf([{ ...window, pages: ["partners"] }])).toEqual([
      ["Maintenance", "inside", "create"],
    ]);
    expect(await exportText(admin, "?kind=Maintenance")).toContain("pages:\n  - partners");
    expect(await changesOf([window])).toEqual([["Maintenance", "inside", "unchanged"]]);
    expect(await changesOf([{ ...window, pages: "all" }])).toEqual([
      ["Maintenance", "inside", "update", "pages"],
    ]);
    expect(await exportText(admin, "?kind=Maintenance")).toContain("pages: all");
    const misspelt = await apply(admin, [{ ...window, pages: "every" }], ALL);
    expect(misspelt).toMatchObject({
      status: 400,
      body: { problems: [{ message: "List the keys of pages, or use all." }] },
    });
  });

  it("export maintenance on no page so that a new instance shows it nowhere either", async () => {
    const window = { ...WINDOW, key: "nowhere", name: "Nowhere" };
    const gone = { kind: "Page", key: "gone", name: "Gone" };
    await apply(admin, [gone, { ...window, pages: ["gone"] }], ALL);
    await admin.delete(`${PAGES}/gone?confirm=Gone`);
    const query = "?kind=Maintenance&key=nowhere";
    const text = await exportText(admin, query);
    expect(text).toContain("pages: []");
    const other = text.replace("key: nowhere", "key: elsewhere");
    expect((await apply(admin, other, ALL)).body.summary).toMatchObject({ create: 1 });
    expect((await apply(admin, other, ALL)).body.summary).toMatchObject({ unchanged: 1 });
    const { body } = await admin.get<{ name: string; pages: string[] }[]>("/api/v1/admin/maintenance");
    expect(body.filter(({ name }) => name === "Nowhere").map(({ pages }) => pages)).toEqual([[], []]);
    expect(await exportText(admin, query.replace("nowhere", "elsewhere"))).toBe(other);
  });

  it("keep maintenance off every page after its only page was deleted", async () => {
    const window = {
      kind: "Maintenance",
      key: "left",
      name: "Left over",
      startsAt: "2100-02-01T00:00:00.000Z",
      endsAt: "2100-02-01T01:00:00.000Z",
      allMonitors: true,
    };
    await apply(
      admin,
      [
        { kind: "Page", key: "leaving", name: "Leaving" },
        { ...window, pages: ["leaving"] },
      ],
      ALL,
    );
    await admin.delete(`${PAGES}/leaving?confirm=Leaving`);
    expect(await changesOf([{ ...window, name: "Renamed" }])).toEqual([
      ["Maintenance", "left", "update", "name"],
    ]);
    const { body } = await admin.get<{ name: string; pages: string[] }[]>("/api/v1/admin/maintenance");
    expect(body.find(({ name }) => name === "Renamed")?.pages).toEqual([]);
  });

  it.each<[string, object, string]>([
    ["an unknown page", { ...layout, page: "nobody", children: [] }, "page: No page has the key nobody"],
    ["an invalid key", { ...customers, key: "Über" }, "key: Use a to z"],
    [
      "the service's own hostname",
      { ...customers, hostnames: ["uptide.test"] },
      "hostnames: uptide.test is the address",
    ],
    [
      "settings of an unknown page",
      { kind: "PageSettings", page: "nobody" },
      "page: No page has the key nobody",
    ],
    [
      "an unpublished language",
      { kind: "Locale", page: "customers", offered: ["xx"] },
      "offered: There is no published language xx",
    ],
    [
      "a default language that isn't offered",
      { kind: "Locale", page: "customers", offered: ["de"], default: "en" },
      "default: Choose the default among the languages offered",
    ],
    [
      "languages of the default page",
      { kind: "Locale", page: "main" },
      "page: The default page offers every",
    ],
    [
      "hostnames of the default page",
      { ...customers, key: "main" },
      "hostnames: The default page uses PUBLIC_URL",
    ],
    [
      "a password page without one",
      { ...customers, hostnames: [], access: "password" },
      "access: Set a password",
    ],
  ])("reject %s", async (_, document, problem) => {
    const { status, body } = await validate(admin, [document], ALL);
    expect([status, body.problems?.map(({ path, message }) => `${path}: ${message}`).join()]).toEqual([
      400,
      expect.stringContaining(problem),
    ]);
  });

  it("allow only administrators to change a page's access", async () => {
    const closed = { ...customers, hostnames: [], access: "users" };
    const token = await addToken(admin, ["appearance:write"]);
    const refused = await apply(token, [closed], ALL);
    expect([refused.status, refused.body.error]).toEqual([
      403,
      "Only administrators can change who can see a page: leave out access of the page customers.",
    ]);
    expect(await changesOf([closed])).toEqual([["Page", "customers", "update", "access"]]);
    expect((await handle(new Request(`${ORIGIN}/p/customers/api/v1/public/page`))).status).toBe(401);
    expect((await apply(token, [{ ...closed, access: undefined, name: "Renamed" }], ALL)).status).toBe(200);
    expect(await read("customers")).toMatchObject({ name: "Renamed", access: "users" });
  });

  it("are rejected for a private page while its static copy is on", async () => {
    await apply(admin, [{ ...customers, key: "copied", hostnames: [] }], ALL);
    const copy = { enabled: true, provider: "minio", bucket: "copy", endpoint: "https://store.example" };
    const keys = { accessKeyId: "AKEXAMPLE", secretAccessKey: "s" };
    const mirror = `${PAGES}/copied/static-mirror`;
    expect((await admin.put(mirror, { ...copy, ...keys })).status).toBe(200);
    const closed = { ...customers, key: "copied", hostnames: [], access: "users" };
    const { status, body } = await apply(admin, [closed], ALL);
    expect([status, body.problems?.[0]?.message]).toEqual([
      400,
      "The static copy is on: turn it off before making the page private.",
    ]);
    await admin.put(mirror, { ...copy, ...keys, enabled: false });
    expect((await apply(admin, [closed], ALL)).status).toBe(200);
  });

  it("can create or rename pages only with a role that manages pages", async () => {
    const { visitor: designer } = await addUser("branding");
    const renamed = { ...customers, hostnames: [], access: undefined, name: "By a designer" };
    for (const page of [renamed, { ...renamed, key: "designed" }])
      expect((await apply(designer, [page], ALL)).status).toBe(403);
    expect((await apply(designer, [{ ...look, siteName: "Designed" }], ALL)).status).toBe(200);
    const { visitor: operator } = await addUser("operator");
    expect((await apply(operator, [{ ...renamed, name: "By an operator" }], ALL)).status).toBe(200);
  });
});
