import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build } from "../../scripts/build.ts";
import { serve } from "../../scripts/serve.ts";
import { CLIENT, type OidcServer, startOidcServer } from "./oidc_server.ts";
import { freePort } from "./start/product.ts";
import { WebClient } from "./web_client.ts";

const ADMIN = { email: "admin@example.com", password: "correct horse" };
const PERSON = { sub: "person-1", email: "person@example.com" };
const SETTINGS = "/api/v1/admin/oidc";

const stateDir = mkdtempSync(join(tmpdir(), "uptide-oidc-"));
let product: Awaited<ReturnType<typeof serve>>;
let provider: OidcServer;
let home: string;
let admin: WebClient;

beforeAll(async () => {
  build();
  const port = await freePort();
  home = `http://127.0.0.1:${port}`;
  product = await serve({ port, stateDir, variables: { LOG_LEVEL: "error", TRUSTED_PROXIES: "127.0.0.1" } });
  provider = await startOidcServer(`${home}/api/v1/auth/oidc/callback`, PERSON);
  admin = new WebClient(home);
  expect((await admin.send("POST", "/api/v1/setup/complete", ADMIN)).status).toBe(201);
  const saved = await admin.send("PUT", SETTINGS, {
    currentPassword: ADMIN.password,
    enabled: true,
    issuer: provider.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    createUsers: true,
    defaultRole: "admin",
  });
  expect(saved.status).toBe(200);
});

afterAll(async () => {
  await provider?.stop();
  await product?.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

describe("single sign-on with a certified provider", () => {
  it("passes the test of the settings", async () => {
    const reply = await admin.send("POST", `${SETTINGS}/test`, { issuer: provider.issuer });
    expect(await reply.json()).toMatchObject({ ok: true, issuer: provider.issuer, keys: 1 });
  });

  it("signs in, and the audit log names the method", async () => {
    const browser = new WebClient(home);
    expect(await browser.follow("/api/v1/auth/oidc/login?returnTo=/admin/incidents")).toBe(
      "/admin/incidents",
    );
    expect(await browser.read("/api/v1/auth/session")).toMatchObject({
      user: { email: PERSON.email, role: "admin", sso: true },
    });
    const log = await admin.read<{ items: object[] }>("/api/v1/admin/audit?action=Allowed&userEmail=person");
    expect(log.items).toMatchObject([
      { userEmail: PERSON.email, action: "Allowed", details: { method: "sso", twoFactor: false } },
    ]);
  });

  it("requires a new sign-in to confirm a change, though still signed in at the provider", async () => {
    const browser = new WebClient(home);
    await browser.follow("/api/v1/auth/oidc/login");
    const before = provider.countSignIns();
    expect(await browser.follow("/api/v1/auth/oidc/login")).toBe("/admin");
    expect(provider.countSignIns()).toBe(before);
    expect(await browser.follow("/api/v1/auth/oidc/login?reauth=1&returnTo=/admin/settings")).toBe(
      "/admin/settings",
    );
    expect(provider.countSignIns()).toBe(before + 1);
    expect((await browser.send("PUT", SETTINGS, { buttonLabel: "Sign in with Acme" })).status).toBe(200);
  });

  it("fails without PKCE and with a wrong secret", async () => {
    const browser = new WebClient(home);
    const login = await browser.request(`${home}/api/v1/auth/oidc/login`);
    const bare = new URL(login.headers.get("Location") ?? "");
    bare.searchParams.delete("code_challenge");
    bare.searchParams.delete("code_challenge_method");
    const refusal = await browser.request(bare.href);
    expect(refusal.headers.get("Location")).toContain("error=invalid_request");
    expect((await browser.request(refusal.headers.get("Location") ?? "")).headers.get("Location")).toBe(
      "/admin/login?error=sso_failed",
    );

    const change = { currentPassword: ADMIN.password, clientSecret: "another secret" };
    expect((await admin.send("PUT", SETTINGS, change)).status).toBe(200);
    expect(await browser.follow("/api/v1/auth/oidc/login")).toBe("/admin/login?error=sso_failed");
  });
});
