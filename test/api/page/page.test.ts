import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { setUp, Visitor } from "../client.ts";

let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
});

afterEach(async () => {
  await admin.put("/api/v1/admin/status-page-access", { private: false });
});

describe("the page at /", () => {
  it("shows that it isn't set up, and allows only its own scripts", async () => {
    const { status, headers, body } = await new Visitor().get<string>("/");
    expect(status).toBe(200);
    expect(body).toContain("This status page isn't set up yet");
    expect(headers.get("Content-Security-Policy")).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/]{43}='/);
    expect(headers.get("Content-Security-Policy")).not.toContain("unsafe");
    expect(headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("is revalidated by browsers each time, with 304 if unchanged", async () => {
    const visitor = new Visitor();
    const first = await visitor.get("/");
    expect(first.headers.get("Cache-Control")).toBe("no-cache");
    const etag = first.headers.get("ETag") ?? "";
    const again = await visitor.get("/", { headers: { "If-None-Match": etag } });
    expect([again.status, again.body]).toEqual([304, ""]);
    await admin.patch("/api/v1/admin/branding", { siteName: "Another name" });
    const changed = await visitor.get<string>("/", { headers: { "If-None-Match": etag } });
    expect(changed.status).toBe(200);
    expect(changed.body).toContain("<title>Another name</title>");
  });

  it("remembers the requested language, and falls back to the default", async () => {
    await admin.post("/api/v1/admin/locales", { code: "pl", name: "Polski" });
    const visitor = new Visitor();
    const asked = await visitor.get<string>("/?lang=pl");
    expect(asked.body).toContain('<html lang="pl">');
    expect(asked.headers.get("Set-Cookie")).toMatch(/^uptide-lang=pl; Path=\/; Max-Age=\d+; SameSite=Lax$/);
    const headers = { Cookie: "uptide-lang=pl" };
    expect((await visitor.get<string>("/", { headers })).body).toContain('<html lang="pl">');
    for (const path of ["/", "/incidents/12", "/api/v1/public/page"]) {
      const kept = async (lang: string) =>
        (await visitor.get<string>(`${path}?lang=${lang}`, { headers })).headers.get("Set-Cookie");
      expect([path, await kept("xx"), await kept("PL")]).toEqual([
        ...[path, null, expect.stringMatching(/^uptide-lang=pl;/)],
      ]);
    }
    expect((await visitor.get<string>("/?lang=xx", { headers })).body).toContain('<html lang="en">');
    const browsers = { "Accept-Language": "pl" };
    expect((await visitor.get<string>("/", { headers: browsers })).body).toContain('<html lang="en">');
  });

  it("requires sign-in while private, and isn't cached", async () => {
    await admin.put("/api/v1/admin/status-page-access", { private: true });
    const refused = await new Visitor().get<string>("/");
    expect(refused.status).toBe(401);
    expect(refused.body).toContain("This status page is private");
    expect(refused.headers.get("Cache-Control")).toBe("private, no-store");
    const shown = await admin.get<string>("/");
    expect([shown.status, shown.body.includes("set up yet")]).toEqual([200, true]);
    expect(shown.headers.get("Cache-Control")).toBe("private, no-store");
  });

  it("returns 404 for an unknown path", async () => {
    expect((await new Visitor().get("/nothing")).status).toBe(404);
  });
});
