import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setUp, Visitor } from "../client.ts";

let admin: Visitor;

beforeAll(async () => {
  admin = await setUp();
  await admin.patch("/api/v1/admin/branding", {
    enabled: true,
    siteName: "Acme & Sons",
    primaryColor: "#123456",
    customCss: ".sign-in { outline: 3px solid rebeccapurple }",
  });
  await admin.post("/api/v1/admin/locales", { code: "pl", name: "Polski" });
  await admin.put("/api/v1/admin/status-page-access", { private: true });
});

afterAll(async () => {
  await admin.put("/api/v1/admin/status-page-access", { private: false });
});

describe("the sign-in screen of a private page", () => {
  it("uses the page's branding and custom CSS, and allows only its own scripts", async () => {
    const { status, body, headers } = await new Visitor().get<string>("/");
    expect(status).toBe(401);
    expect(body).toContain("<title>This status page is private – Acme &amp; Sons</title>");
    expect(body).toContain("--svc-primary:#123456");
    expect(body).toContain("outline: 3px solid rebeccapurple");
    const policy = headers.get("Content-Security-Policy") ?? "";
    expect(policy).toMatch(/style-src 'self' [^;]*'sha256-/);
    expect(policy).not.toContain("unsafe");
    expect(body.match(/<script[^>]*src="([^"]+)"/)?.[1]).toMatch(/^\/assets\/page\.private-[\w-]+\.js$/);
  });

  it("uses the requested language, and links to the others", async () => {
    const { body } = await new Visitor().get<string>("/history?lang=pl");
    expect(body).toContain('<html lang="pl"');
    expect(body).toContain("Zaloguj się, aby ją zobaczyć.");
    expect(body).toMatch(/href="\/history\?lang=en"/);
  });

  it("has no links to other sites, whatever the path", async () => {
    for (const path of ["//evil.example/a", "/%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "/\\evil.example"]) {
      const { status, body } = await new Visitor().get<string>(path);
      expect([path, status]).toEqual([path, 401]);
      expect(body).not.toMatch(/href="\/\/evil|href="\/\\|<script>alert/);
    }
  });

  it("has fields for a password, a code and a new password", async () => {
    const { body } = await new Visitor().get<string>("/");
    for (const name of ["email", "password", "code", "newPassword"]) expect(body).toContain(`name="${name}"`);
    expect(body).not.toContain("/api/v1/auth/oidc/login");
  });
});
