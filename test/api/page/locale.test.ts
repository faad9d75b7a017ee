import { beforeAll, describe, expect, it } from "vitest";
import { placeholdersOf } from "../../../src/domain/page/text.ts";
import { PAGE_TEXTS } from "../../../src/domain/page/texts.ts";
import type { LayoutTree } from "../../../src/schema/layout.ts";
import type { Locale } from "../../../src/schema/locale.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { setUp, Visitor } from "../client.ts";
import { apply } from "../config/client.ts";

const ROOT = "/api/v1/admin/locales";
const PUBLIC = "/api/v1/public/locales";
let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

const texts = async (code: string) =>
  (await new Visitor().get<{ texts: Record<string, string> }>(`${PUBLIC}/${code}`)).body.texts;
const english = Object.fromEntries(PAGE_TEXTS.map(({ key, en }) => [key, en]));
const polish = Object.fromEntries(PAGE_TEXTS.map(({ key, pl }) => [key, pl]));
const first = PAGE_TEXTS[0]!.key;

describe("the page's languages", () => {
  it("start with English as the default", async () => {
    const expected = {
      code: "en",
      version: 1,
      name: "English",
      isDefault: true,
      published: true,
      translations: {},
    };
    expect((await admin.get(ROOT)).body).toEqual([expected]);
    expect((await admin.get(`${ROOT}/en`)).body).toEqual(expected);
  });

  it("have keys with both built-in texts and their placeholders", async () => {
    const { body } = await admin.get<{ key: string; placeholders: string[] }[]>(`${ROOT}/keys`);
    expect(body).toEqual(PAGE_TEXTS.map((text) => ({ ...text, placeholders: placeholdersOf(text.en) })));
  });

  it("accept a lowercase code with an optional region", async () => {
    for (const code of ["sv", "pt-br", "pl-pl", "zh-hans"])
      expect([code, (await admin.post(ROOT, { code, name: code })).status]).toEqual([code, 201]);
    for (const code of ["DE", "d", "german", "pt_br", "pt-", "", "pt-BR", 5])
      expect([code, (await admin.post(ROOT, { code, name: "x" })).status]).toEqual([code, 400]);
    expect((await admin.post(ROOT, { code: "sv", name: "again" })).status).toBe(409);
    expect((await admin.post(ROOT, { code: "fr", name: "" })).status).toBe(400);
  });

  it("fall back to the built-in Polish text for Polish variants, otherwise to English", async () => {
    expect(await texts("en")).toEqual(english);
    expect(await texts("sv")).toEqual(english);
    expect(await texts("pl-pl")).toEqual(polish);
  });

  it("show a translation until it is removed", async () => {
    const change = (text: string | null) =>
      admin.patch<Locale>(`${ROOT}/sv`, { translations: { [first]: text } });
    expect((await change("In Betrieb")).body.translations).toEqual({ [first]: "In Betrieb" });
    expect((await texts("sv"))[first]).toBe("In Betrieb");
    for (const nothing of ["", " \u00a0 "]) {
      await change("In Betrieb");
      expect((await change(nothing)).body.translations).toEqual({});
      expect((await texts("sv"))[first]).toBe(english[first]);
    }
    await change("Läuft");
    expect((await admin.patch<Locale>(`${ROOT}/sv`, { name: "Svenska" })).body).toEqual({
      code: "sv",
      version: expect.any(Number),
      name: "Svenska",
      isDefault: false,
      published: true,
      translations: { [first]: "Läuft" },
    });
    expect((await change(null)).body.translations).toEqual({});
  });

  it("ignore blank translations, in every text of the page", async () => {
    const incident = { title: "Slow", status: "resolved", impact: "minor", body: "Over.", monitorIds: [] };
    const locales = { de: { title: " ", body: "  " }, fr: { title: "Lent", body: "\n" } };
    const made = await admin.post<{ locales: object }>("/api/v1/admin/incidents", { ...incident, locales });
    expect([made.status, made.body.locales]).toEqual([201, { fr: { title: "Lent" } }]);
    const child = { id: "t", type: "text", markdown: "Hello", locales: { de: { markdown: " \n" } } };
    const group = {
      id: "g",
      type: "group",
      label: "Web",
      locales: { de: { label: " " } },
      children: [child],
    };
    const tree = { id: "root", type: "page", children: [group] };
    await admin.put("/api/v1/admin/layout", { tree });
    const { body } = await admin.get<PublicPage>("/api/v1/public/page?lang=de");
    expect(body.layout.children).toMatchObject([{ label: "Web", children: [{ markdown: "Hello" }] }]);
    const locale = { kind: "Locale", code: "sv", name: "Svenska", translations: { [first]: "  " } };
    const read = await apply(admin, [locale], "?kind=Locale");
    expect([read.status, (await admin.get<Locale>(`${ROOT}/sv`)).body.translations]).toEqual([200, {}]);
  });

  it("reject an unknown text key, with its path", async () => {
    const refused = await admin.patch<{ problems: { path: string }[] }>(`${ROOT}/sv`, {
      translations: { "no.such": "x", [first]: "y" },
    });
    expect([refused.status, refused.body.problems.map(({ path }) => path)]).toEqual([
      400,
      ["translations.no.such"],
    ]);
    expect((await admin.patch(`${ROOT}/sv`, { translations: { [first]: 5 } })).status).toBe(400);
  });

  it("can be edited before they are published", async () => {
    const made = await admin.post<Locale>(ROOT, { code: "fr", name: "Français", published: false });
    expect([made.status, made.body.published]).toEqual([201, false]);
    const offered = async () => {
      const visitor = new Visitor();
      const { body } = await visitor.get<PublicPage>("/api/v1/public/page?lang=fr");
      const html = (await visitor.get<string>("/?lang=fr")).body;
      const list = (await visitor.get<{ code: string }[]>(PUBLIC)).body;
      return {
        page: body.locale,
        menu: body.locales.some(({ code }) => code === "fr"),
        html: /<html lang="(\w+)"/.exec(html)?.[1],
        list: list.some(({ code }) => code === "fr"),
        texts: (await visitor.get(`${PUBLIC}/fr`)).status,
      };
    };
    const hidden = { page: "en", menu: false, html: "en", list: false, texts: 404 };
    expect(await offered()).toEqual(hidden);
    expect((await admin.post(`${ROOT}/fr/set-default`)).status).toBe(409);
    expect((await admin.patch<Locale>(`${ROOT}/fr`, { published: true })).body.published).toBe(true);
    expect(await offered()).toEqual({ page: "fr", menu: true, html: "fr", list: true, texts: 200 });
    const audit = await admin.get<{ items: { details: { fields: string[] } }[] }>(
      "/api/v1/admin/audit?entityType=locale&limit=1",
    );
    expect(JSON.stringify(audit.body.items[0]?.details)).toContain("published");
    expect((await admin.patch(`${ROOT}/fr`, { published: false })).status).toBe(200);
    expect(await offered()).toEqual(hidden);
    const refused = await admin.patch<{ error: string }>(`${ROOT}/en`, { published: false });
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining("default")]);
    expect((await admin.get<Locale>(`${ROOT}/en`)).body.published).toBe(true);
  });

  it("can have a code that Intl doesn't support", async () => {
    expect((await admin.post(ROOT, { code: "en-ab1", name: "Odd" })).status).toBe(201);
    const { status, body } = await new Visitor().get<string>("/?lang=en-ab1");
    expect([status, body.includes('<html lang="en-ab1"')]).toEqual([200, true]);
    expect((await admin.delete(`${ROOT}/en-ab1`)).status).toBe(204);
  });

  it("always have one default, which can't be deleted", async () => {
    expect((await admin.delete(`${ROOT}/en`)).status).toBe(409);
    expect((await admin.post(`${ROOT}/sv/set-default`)).body).toMatchObject({ code: "sv", isDefault: true });
    const list = await new Visitor().get<{ code: string; name: string; isDefault: boolean }[]>(PUBLIC);
    expect(list.body.filter(({ isDefault }) => isDefault)).toEqual([
      { code: "sv", name: "Svenska", isDefault: true },
    ]);
    expect((await admin.delete(`${ROOT}/sv`)).status).toBe(409);
    await admin.post(`${ROOT}/en/set-default`);
    expect((await admin.delete(`${ROOT}/sv`)).status).toBe(204);
    expect((await new Visitor().get(`${PUBLIC}/de`)).status).toBe(404);
    expect((await admin.post(`${ROOT}/sv/set-default`)).status).toBe(404);
    expect((await admin.patch(`${ROOT}/sv`, { name: "x" })).status).toBe(404);
  });
});

describe("translated headings and texts in the layout", () => {
  const LAYOUT = "/api/v1/admin/layout";
  const save = (locales: object) =>
    admin.put<{ tree: LayoutTree; problems?: { path: string }[] }>(LAYOUT, {
      tree: {
        id: "root",
        type: "page",
        children: [
          {
            id: "g",
            type: "group",
            label: "Shop",
            locales,
            children: [
              { id: "inner", type: "text", markdown: "Inside", locales: { es: { markdown: "Dentro" } } },
            ],
          },
          { id: "t", type: "text", markdown: "Hello", locales: { es: { markdown: "**Hola**" }, it: {} } },
        ],
      },
    });

  it("are shown in the page's language, its base language, or the default", async () => {
    for (const code of ["es", "es-mx", "it"]) await admin.post(ROOT, { code, name: code, published: true });
    const { status, body } = await save({ es: { label: "Tienda" } });
    expect(status).toBe(200);
    expect(body.tree.children[0]).toMatchObject({ label: "Shop", locales: { es: { label: "Tienda" } } });
    const read = async (lang: string) => {
      const { body: page } = await admin.get<PublicPage>(`/api/v1/public/page?lang=${lang}`);
      expect(JSON.stringify(page.layout)).not.toContain("locales");
      const [group, text] = page.layout.children;
      if (group?.type !== "group" || text?.type !== "text") throw new Error("it is another layout");
      const [inner] = group.children;
      return [group.label, inner?.type === "text" && inner.markdown, text.markdown];
    };
    expect(await read("es")).toEqual(["Tienda", "Dentro", "**Hola**"]);
    expect(await read("es-mx")).toEqual(["Tienda", "Dentro", "**Hola**"]);
    expect(await read("it")).toEqual(["Shop", "Inside", "Hello"]);
    const html = async (lang: string) => (await admin.get<string>(`/?lang=${lang}`)).body;
    expect(await html("es")).toContain("<strong>Hola</strong>");
    expect(await html("it")).toContain("Hello");
    expect(await html("it")).not.toContain("Hola");
  });

  it("are rejected with an invalid language code", async () => {
    const { status, body } = await save({ Spanish: { label: "Tienda" } });
    const path = "children[0].locales.Spanish";
    expect([status, body.problems?.map((problem) => problem.path)]).toEqual([400, [path]]);
  });
});
