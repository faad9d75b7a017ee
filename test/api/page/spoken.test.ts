import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PUBLIC_EVENT_TYPES } from "../../../src/schema/incident_status.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { INCIDENT_FEEDS } from "../../../src/service/page/feed.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { setUp, Visitor } from "../client.ts";
import { addBeating, beat, place } from "./placed.ts";

const ADMIN = "/api/v1/admin";
const PUBLIC = "/api/v1/public";
const HOUR = 3_600_000;
const LANGUAGES = ["de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt-br", "tr", "zh-cn"];
let admin: Visitor;
let shop: Monitor;

beforeAll(async () => {
  admin = await setUp();
  shop = await addBeating(admin, "Shop");
  await place(admin, [shop]);
  await admin.put(`${ADMIN}/subscribers/settings`, {
    enabled: true,
    rssEnabled: true,
    allowTeamChat: true,
    allowedEvents: PUBLIC_EVENT_TYPES,
  });
  for (const code of LANGUAGES) await admin.post(`${ADMIN}/locales`, { code, name: code });
  await admin.post(`${ADMIN}/incidents`, {
    title: "Slow search",
    status: "investigating",
    impact: "minor",
    monitorIds: [shop.id],
    body: "Looking.",
    locales: { de: { title: "Suche ist langsam", body: "Wir sehen nach." } },
  });
  await admin.post(`${ADMIN}/maintenance`, {
    name: "Database upgrade",
    startsAt: Date.now() + HOUR,
    endsAt: Date.now() + 2 * HOUR,
    monitorIds: [shop.id],
    locales: { de: { name: "Neue Datenbank" } },
  });
});

beforeEach(forgetPage);

const read = async (path: string) => (await new Visitor().get<string>(path)).body;
const badge = async (query: string, of: string | number = shop.id) =>
  (await new Visitor().get<{ label: string; message: string }>(`${PUBLIC}/badge/${of}.json${query}`)).body;

describe("translated text outside the page", () => {
  it.each([...INCIDENT_FEEDS.map(({ path }) => path), `${PUBLIC}/team-chat.rss`])(
    "is in the requested language: %s",
    async (path) => {
      const [english, german] = [await read(path), await read(`${path}?lang=de`)];
      expect(english).toContain("Slow search");
      expect(english).not.toContain("Suche ist langsam");
      for (const text of ["Suche ist langsam", "Wir sehen nach.", "?lang=de"]) expect(german).toContain(text);
      expect(german).not.toContain("Slow search");
      expect(german).toMatch(/<language>de<|xml:lang="de"/);
      // Uses the closest language, or the default if there is none.
      expect(await read(`${path}?lang=de-AT`)).toBe(german);
      expect(await read(`${path}?lang=sv`)).toBe(english);
    },
  );

  it("is in the requested language: calendar", async () => {
    const german = await read(`${PUBLIC}/maintenance.ics?lang=de`);
    expect(german).toContain("SUMMARY:Neue Datenbank");
    expect(german).toContain("Wartung");
    expect(await read(`${PUBLIC}/maintenance.ics`)).toContain("SUMMARY:Database upgrade");
  });

  it("is in the requested language: badges, unchanged in English", async () => {
    const words = new Set<string>();
    for (const code of LANGUAGES) words.add((await badge(`?lang=${code}`)).message);
    expect(words.has("operational")).toBe(false);
    expect(words.size).toBeGreaterThanOrEqual(9);
    expect(await badge("")).toMatchObject({ label: "Shop", message: "operational" });
    expect(await badge("?lang=de")).toMatchObject({ label: "Shop", message: "Verfügbar" });
    await beat(admin, shop, "down");
    forgetPage();
    expect(await badge("?lang=de", "page")).toMatchObject({ message: "Großer Ausfall" });
    expect(await read(`${PUBLIC}/badge/page.svg?lang=ja&style=large`)).toMatch(
      /aria-label="[^"]*[\u3040-\u9fff]/,
    );
  });

  it("is in the page's default language without a requested one", async () => {
    await admin.post(`${ADMIN}/locales/de/set-default`);
    forgetPage();
    expect(await badge("")).toMatchObject({ message: "Ausgefallen" });
    expect(await badge("?lang=en")).toMatchObject({ message: "down" });
    expect(await read("/rss.xml")).toContain("Suche ist langsam");
  });
});
