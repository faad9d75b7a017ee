import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EmbedState } from "../../../src/schema/embed.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { forgetPage } from "../../../src/service/record/page_memory.ts";
import { setUp, Visitor } from "../client.ts";
import { addBeating, place } from "./placed.ts";

const ADMIN = "/api/v1/admin";
const SETTINGS = `${ADMIN}/subscribers/settings`;
const STATE = "/api/v1/public/embed.json";
let admin: Visitor;
let shop: Monitor;

beforeAll(async () => {
  admin = await setUp();
  shop = await addBeating(admin, "Shop");
  await place(admin, [shop]);
  for (const code of ["de", "pt-br"]) await admin.post(`${ADMIN}/locales`, { code, name: code });
});

beforeEach(forgetPage);

const read = async (query = "") => (await new Visitor().get<EmbedState>(`${STATE}${query}`)).body;
const policyOf = async (path: string) =>
  (await new Visitor().get<string>(path)).headers.get("Content-Security-Policy");

async function open(title: string, impact: string): Promise<number> {
  const body = { title, status: "investigating", impact, monitorIds: [shop.id], body: "Looking." };
  const { id } = (await admin.post<{ id: number }>(`${ADMIN}/incidents`, body)).body;
  forgetPage();
  return id;
}

describe("the embedded status", () => {
  it("has open incidents, the worst first, with absolute links and no page data", async () => {
    expect(await read()).toMatchObject({ status: "operational", text: "All systems operational", items: [] });
    const ids = [await open("Slow search", "minor"), await open("Checkout fails", "critical")];
    const state = await read();
    expect(state.items.map(({ title }) => title)).toEqual(["Checkout fails", "Slow search"]);
    expect(state.items[0]?.url).toMatch(new RegExp(`^https?://.+/incidents/${ids[1]}$`));
    expect(state).toMatchObject({ status: "major_outage", colors: { light: { tone: "#ba1a1a" } } });
    expect(JSON.stringify(state)).not.toContain("Looking.");
    for (const id of ids) await admin.delete(`${ADMIN}/incidents/${id}`);
  });

  it("uses the requested language, the closest one, or the page's default", async () => {
    const langs = ["de", "de-AT", "PT", "fr", ""].map((lang) => read(`?lang=${lang}`));
    expect((await Promise.all(langs)).map(({ lang }) => lang)).toEqual(["de", "de", "pt-br", "en", "en"]);
    expect((await read("?lang=de-CH")).text).toBe("Alle Systeme funktionieren");
  });

  it("can be read and cached by any website, without a cookie", async () => {
    const { headers, status } = await new Visitor().get(STATE, { headers: { Origin: "https://shop.test" } });
    expect([status, headers.get("Access-Control-Allow-Origin")]).toEqual([200, "*"]);
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    expect(headers.get("Cache-Control")).toBe("public, max-age=15");
    expect(headers.get("Set-Cookie")).toBeNull();
    const etag = headers.get("ETag") ?? "";
    const again = await new Visitor().get(STATE, { headers: { "If-None-Match": etag } });
    expect(again.status).toBe(304);
  });

  it("has the page's custom colors, also for dark mode", async () => {
    const reply = await admin.patch(`${ADMIN}/branding`, { enabled: true, cardBackground: "#123456" });
    expect(reply.status).toBe(200);
    forgetPage();
    const { colors } = await read();
    expect([colors.light.background, colors.dark.background]).toEqual(["#123456", "#123456"]);
  });
});

describe("the embed frame", () => {
  it("can be framed only by the configured websites; other pages can't be framed", async () => {
    expect(await policyOf("/embed")).toContain("frame-ancestors 'none'");
    const embedOrigins = ["https://example.com/", "https://*.Example.org", "http://localhost:3000"];
    const saved = await admin.put<{ embedOrigins: string[] }>(SETTINGS, { embedOrigins });
    expect(saved.body.embedOrigins).toEqual([
      "https://example.com",
      "https://*.example.org",
      "http://localhost:3000",
    ]);
    forgetPage();
    expect(await policyOf("/embed?theme=dark&lang=de")).toContain(
      "frame-ancestors https://example.com https://*.example.org http://localhost:3000",
    );
    for (const path of ["/", "/history", "/subscribe", STATE])
      expect([path, await policyOf(path)]).toEqual([path, expect.stringContaining("frame-ancestors 'none'")]);
  });

  it("rejects anything but an origin, such as text that would extend the policy", async () => {
    const wrong = ["*", "https://a.test/x", "https://a.test; script-src *", "data:x", "https://u:p@a.test"];
    for (const origin of wrong) {
      const reply = await admin.put(SETTINGS, { embedOrigins: [origin] });
      expect([origin, reply.status]).toEqual([origin, 400]);
      expect(JSON.stringify(reply.body)).toContain("Use a website without a path");
    }
    expect((await new Visitor().get("/embed?theme=pink")).status).toBe(400);
  });
});

describe("a private page", () => {
  it("has no embedded status and no frame", async () => {
    await admin.put(`${ADMIN}/status-page-access`, { private: true });
    forgetPage();
    for (const path of [STATE, "/embed"]) expect((await new Visitor().get(path)).status).toBe(404);
  });
});
