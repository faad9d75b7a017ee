import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { secretBoxOf } from "../../../src/env.ts";
import { ADMIN, addToken, addUser, bindings, setUp, Visitor } from "../client.ts";
import { CLIENT_ID, lastEntries, type Peer, signInAs, startPeer, store } from "./oidc_peer.ts";

const PATH = "/api/v1/admin/oidc";
const MASK = "••••••••";

let admin: Visitor;
let peer: Peer;
let currentPassword: string;

beforeEach(async () => {
  await setUp();
  await store("oidc", {});
  // Saving is limited per user, so each test has its own.
  const added = await addUser("admin");
  admin = added.visitor;
  currentPassword = added.password;
  peer = await startPeer();
});

afterEach(() => {
  vi.restoreAllMocks();
});

function put(change: Record<string, unknown>) {
  return admin.put<Record<string, unknown>>(PATH, { currentPassword, ...change });
}

async function storedSecret(): Promise<string | null> {
  const sealed = await bindings.DB.prepare(
    "SELECT json_extract(value, '$.clientSecret') AS sealed FROM settings WHERE name = 'oidc'",
  ).first<string | null>("sealed");
  return sealed ? await (await secretBoxOf(bindings)).open(sealed, "oidc/clientSecret") : null;
}

describe("the single sign-on settings", () => {
  it("have defaults and include the redirect URI", async () => {
    expect((await admin.get(PATH)).body).toEqual({
      version: 1,
      enabled: false,
      issuer: "",
      clientId: "",
      clientSecret: null,
      scopes: "openid email profile",
      redirectUri: "http://uptide.test/api/v1/auth/oidc/callback",
      buttonLabel: "Sign in with single sign-on",
      allowUnverifiedEmail: false,
      disablePasswordLogin: false,
      createUsers: false,
      defaultRole: "viewer",
    });
  });

  it("are saved, take effect, and keep omitted fields", async () => {
    const clientSecret = peer.clientSecret;
    const all = { enabled: true, issuer: peer.issuer, clientId: CLIENT_ID, clientSecret, createUsers: true };
    expect((await put(all)).status).toBe(200);
    const saved = await put({ defaultRole: "operator", scopes: " email  openid " });
    expect(saved.body).toMatchObject({
      ...all,
      clientSecret: MASK,
      defaultRole: "operator",
      scopes: "email openid",
    });
    expect((await admin.get(PATH)).body).toEqual(saved.body);
    const person = { sub: "s1", email: "s1@example.com", email_verified: true };
    expect((await signInAs(peer, new Visitor(), person)).headers.get("Location")).toBe("/admin");
  });

  it("are audited by field name, never with the secret's value", async () => {
    await put({ issuer: peer.issuer, clientSecret: "hush hush", buttonLabel: "Acme" });
    const [entry] = await lastEntries();
    expect(entry).toMatchObject({ action: "Update", entity: "oidc" });
    expect(entry?.details).toMatchObject({
      fields: ["issuer", "clientSecret", "buttonLabel"],
      changes: { clientSecret: [null, "[redacted]"] },
    });
    await put({ buttonLabel: "Acme", createUsers: true });
    expect((await lastEntries())[0]?.details).toEqual({
      fields: ["createUsers"],
      changes: { createUsers: [false, true] },
    });
  });

  it("require an administrator and their password, and allow five attempts in 15 minutes", async () => {
    const operator = await addUser("operator");
    expect((await operator.visitor.get(PATH)).status).toBe(403);
    expect((await operator.visitor.put(PATH, {})).status).toBe(403);
    const token = await addToken(admin, ["system:read"]);
    expect((await token.get<{ error: string }>(PATH)).body.error).toBe(
      "API tokens cannot call this endpoint",
    );

    expect((await admin.put(PATH, { createUsers: true })).status).toBe(400);
    expect((await put({ currentPassword: "wrong", createUsers: true })).status).toBe(403);
    expect((await admin.get<{ createUsers: boolean }>(PATH)).body.createUsers).toBe(false);
    for (const left of [200, 200, 200, 429]) expect((await put({})).status).toBe(left);
  });

  it.each([
    ["issuer", "http://login.example.com"],
    ["issuer", "http://127.0.0.1.evil.test"],
    ["issuer", "ftp://login.example.com"],
    ["issuer", "https://login.example.com/?a=b"],
    ["issuer", "https://login.example.com/#"],
    ["issuer", "https://user:pass@login.example.com"],
    ["issuer", "login.example.com"],
    ["scopes", "email profile"],
    ["scopes", 'openid "email"'],
    ["defaultRole", "owner"],
    ["buttonLabel", ""],
    ["buttonLabel", "a\nb"],
    ["clientId", "a\u0000b"],
    ["clientSecret", "•••••••"],
    ["clientSecret", "••••••••x"],
    ["clientSecret", 5],
  ])("reject %s %j", async (name, value) => {
    const reply = await put({ [name]: value });
    expect([reply.status, reply.body]).toMatchObject([400, { problems: [{ path: name }] }]);
  });

  it.each([
    "https://login.example.com/realms/a",
    "http://localhost:8080",
    "http://127.0.0.1:1",
    "http://[::1]:1",
  ])("accept the issuer %s", async (issuer) => {
    expect((await put({ issuer })).status).toBe(200);
  });

  it.each([
    [{ enabled: true, clientId: "a" }, "issuer"],
    [{ enabled: true, issuer: "https://idp.test" }, "clientId"],
    [{ disablePasswordLogin: true, issuer: "https://idp.test", clientId: "a" }, "disablePasswordLogin"],
  ])("reject %j as incomplete", async (change, path) => {
    const reply = await put(change);
    expect([reply.status, reply.body]).toMatchObject([400, { problems: [{ path }] }]);
  });
});

describe("the client secret", () => {
  it("is kept when masked or omitted, and deleted when empty", async () => {
    await put({ issuer: peer.issuer, clientSecret: "hush" });
    expect(await storedSecret()).toBe("hush");
    await put({ clientSecret: MASK, issuer: peer.issuer });
    await put({ buttonLabel: "Acme" });
    expect(await storedSecret()).toBe("hush");
    expect((await put({ clientSecret: "" })).body["clientSecret"]).toBeNull();
    expect(await storedSecret()).toBeNull();
  });

  it("is deleted with null", async () => {
    await put({ issuer: peer.issuer, clientSecret: "hush" });
    expect((await put({ clientSecret: null })).body["clientSecret"]).toBeNull();
    expect(await storedSecret()).toBeNull();
  });

  it("is not kept for another issuer", async () => {
    await put({ issuer: peer.issuer, clientSecret: "hush" });
    for (const change of [{ clientSecret: MASK }, {}]) {
      const reply = await put({ issuer: "https://evil.test", ...change });
      expect([reply.status, reply.body]).toMatchObject([400, { problems: [{ path: "clientSecret" }] }]);
    }
    expect((await admin.get<{ issuer: string }>(PATH)).body.issuer).toBe(peer.issuer);
    expect((await put({ issuer: "https://next.test", clientSecret: "new" })).status).toBe(200);
    expect(await storedSecret()).toBe("new");
  });

  it("can't be sent as a mask if none is stored", async () => {
    expect((await put({ clientSecret: MASK })).status).toBe(400);
  });
});

describe("disabling password sign-in", () => {
  it("makes password sign-in return 403, but only while single sign-on works", async () => {
    const settings = { enabled: true, issuer: peer.issuer, clientId: CLIENT_ID, disablePasswordLogin: true };
    expect((await put(settings)).status).toBe(200);
    expect((await new Visitor().post("/api/v1/auth/login", ADMIN)).status).toBe(403);
    expect((await new Visitor().get("/api/v1/auth/config")).body).toMatchObject({
      passwordLogin: false,
      sso: { enabled: true },
    });
    expect((await put({ enabled: false })).status).toBe(400);

    await store("oidc", { ...settings, clientId: "" });
    expect((await new Visitor().post("/api/v1/auth/login", ADMIN)).status).toBe(200);
    expect((await new Visitor().get("/api/v1/auth/config")).body).toMatchObject({
      passwordLogin: true,
      sso: { enabled: false },
    });
  });
});

describe("testing a provider", () => {
  it("returns its endpoints and number of keys, and saves nothing", async () => {
    const [before] = await lastEntries();
    const reply = await admin.post(`${PATH}/test`, {
      issuer: peer.issuer,
      clientId: "a",
      clientSecret: MASK,
    });
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        ok: true,
        issuer: peer.issuer,
        authorizationEndpoint: `${peer.issuer}/authorize`,
        tokenEndpoint: `${peer.issuer}/token`,
        keys: 1,
      },
    ]);
    expect(await lastEntries()).toEqual([before]);
    expect((await admin.get<{ issuer: string }>(PATH)).body.issuer).toBe("");
  });

  it.each([
    ["internal error; reference = abc123", "Check the issuer address."],
    ["Connection refused", "The connection was refused. Check the issuer address."],
  ])("suggests what to check instead of showing the platform's error: %s", async (thrown, advice) => {
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error(thrown));
    const { body } = await admin.post(`${PATH}/test`, { issuer: peer.issuer });
    expect(body).toEqual({ ok: false, error: `The provider can't be reached. ${advice}` });
  });

  it.each([
    ["the address returns 404", {}, () => new Response("", { status: 404 }), "returned 404"],
    [
      "the response isn't JSON",
      {},
      () => new Response("<html>", { headers: { "Content-Type": "text/html" } }),
      "JSON",
    ],
    ["the issuer differs", { issuer: "https://other.test" }, null, "another issuer address"],
    ["an endpoint uses http", { token_endpoint: "http://idp.test/token" }, null, "token_endpoint"],
    ["the key address is missing", { jwks_uri: undefined }, null, "jwks_uri"],
    ["the keys can't be read", { jwks_uri: "https://nobody.test/jwks" }, null, "nobody is there"],
  ])("reports the fault when %s", async (_name, metadata, answer, sentence) => {
    peer.metadata = metadata;
    if (answer) vi.mocked(globalThis.fetch).mockImplementation(async () => answer());
    const reply = await admin.post(`${PATH}/test`, { issuer: peer.issuer });
    expect([reply.status, reply.body]).toEqual([
      200,
      { ok: false, error: expect.stringContaining(sentence) },
    ]);
  });

  it("uses the stored issuer, and reports a missing one", async () => {
    expect((await admin.post(`${PATH}/test`)).body).toMatchObject({ ok: false });
    await put({ issuer: peer.issuer });
    expect((await admin.post(`${PATH}/test`)).body).toMatchObject({ ok: true });
  });
});
