import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { oidcSettings } from "../../../src/schema/oidc.ts";
import { admitUser } from "../../../src/service/access/oidc_user.ts";
import { createContext } from "../../../src/service/context.ts";
import { addUser, bindings, codeAt, ORIGIN, setUp, signIn, Visitor } from "../client.ts";
import {
  configure,
  lastEntries,
  NOT_LINKED,
  type Peer,
  type Person,
  signInAs,
  startPeer,
  store,
} from "./oidc_peer.ts";

let admin: Visitor;
let peer: Peer;

beforeEach(async () => {
  admin = await setUp();
  peer = await startPeer();
  await configure(peer);
  await store("status_page_access", {});
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("an identity", () => {
  it("is linked to the user with its verified address, and later found by subject alone", async () => {
    const { email, id } = await addUser("operator");
    const person = { sub: "s1", email: email.toUpperCase(), email_verified: true };
    const visitor = new Visitor();
    expect(await landing(person, visitor)).toBe("/admin");
    expect((await whoIs(visitor)).id).toBe(id);
    expect((await lastEntries(2))[1]).toMatchObject({ entity: "user", action: "Update", email });

    expect(await landing({ sub: "s1", email: "new@example.com" })).toBe("/admin");
    expect(await landing({ sub: "s1" })).toBe("/admin");
  });

  it("is not linked without a verified address, unless that is allowed", async () => {
    const { email } = await addUser("operator");
    for (const email_verified of [false, undefined, "false", 1]) {
      expect(await landing({ sub: "s1", email, email_verified } as Person)).toBe(NOT_LINKED);
    }
    expect(await lastEntries()).toMatchObject([
      { userId: 0, email, action: "Denied", entity: "session", details: { reason: "sso_not_linked" } },
    ]);
    expect(await landing({ sub: "s1", email, email_verified: "true" })).toBe("/admin");
    await configure(peer, { allowUnverifiedEmail: true });
    const other = await addUser("operator");
    expect(await landing({ sub: "s2", email: other.email })).toBe("/admin");
  });

  it("is never linked when another identity has the address", async () => {
    const { email } = await addUser("operator");
    await landing({ sub: "s1", email, email_verified: true });
    await configure(peer, { createUsers: true, allowUnverifiedEmail: true });
    expect(await landing({ sub: "s2", email, email_verified: true })).toBe(NOT_LINKED);
  });

  it("belongs to one issuer, and a new provider replaces the link to the old one", async () => {
    const { email } = await addUser("operator");
    await landing({ sub: "s1", email, email_verified: true });
    const next = await startPeer();
    peer = next;
    await configure(next);
    expect(await landing({ sub: "s1" })).toBe(NOT_LINKED);
    expect(await landing({ sub: "s9", email, email_verified: true })).toBe("/admin");
    expect(await landing({ sub: "s9" })).toBe("/admin");
  });

  it("gets its address from user info if the ID token has none", async () => {
    const { email } = await addUser("operator");
    peer.userInfo = { sub: "s1", email, email_verified: true };
    expect(await landing({ sub: "s1" })).toBe("/admin");
  });

  it("gets email_verified from user info only if the ID token lacks it", async () => {
    const { email } = await addUser("operator");
    const other = await addUser("operator");
    peer.userInfo = { sub: "s1", email: other.email, email_verified: true };
    expect(await landing({ sub: "s1", email })).toBe(NOT_LINKED);
    peer.userInfo = { sub: "s1", email, email_verified: true };
    expect(await landing({ sub: "s1", email, email_verified: false })).toBe(NOT_LINKED);
    expect(await landing({ sub: "s1", email })).toBe("/admin");
  });

  it("ignores user info if the ID token has the address", async () => {
    const { email } = await addUser("operator");
    await configure(peer, { allowUnverifiedEmail: true });
    peer.userInfo = { sub: "somebody else" };
    expect(await landing({ sub: "s1", email })).toBe("/admin");
  });

  it("is looked up again when another request links it in the meantime", async () => {
    const first = await addUser("operator");
    const same = await admitWhile(first.email, "mine", (email) => link(email, "mine"));
    expect(same).toMatchObject({ id: first.id, ssoSubject: "mine" });

    const second = await addUser("operator");
    expect(await admitWhile(second.email, "mine too", (email) => link(email, "rival"))).toBeNull();
    expect(await landing({ sub: "rival" })).toBe("/admin");
  });

  async function admitWhile(email: string, subject: string, rival: (email: string) => Promise<unknown>) {
    const { DB } = bindings;
    const racing = {
      prepare: (query: string) => DB.prepare(query),
      async batch(statements: D1PreparedStatement[]) {
        await rival(email);
        return await DB.batch(statements);
      },
    };
    const context = createContext(
      { ...bindings, DB: racing as D1Database },
      { client: { ip: "", userAgent: "" }, origin: ORIGIN, waitUntil: () => {} },
    );
    const identity = { issuer: peer.issuer, subject, email, isEmailVerified: true, authTime: null };
    return await admitUser(context, oidcSettings.parse({}), identity);
  }

  async function link(email: string, subject: string): Promise<void> {
    await bindings.DB.prepare("UPDATE users SET sso_issuer = ?, sso_subject = ? WHERE email = ?")
      .bind(peer.issuer, subject, email)
      .run();
  }
});

describe("an unlinked identity", () => {
  const stranger = (domain = "example.com") => {
    const sub = crypto.randomUUID();
    return { sub, email: `${sub}@${domain}`, email_verified: true };
  };

  it("is rejected unless creating users is enabled", async () => {
    expect(await landing(stranger())).toBe(NOT_LINKED);
  });

  it("becomes a user with the default role", async () => {
    await configure(peer, { createUsers: true, defaultRole: "branding" });
    const visitor = new Visitor();
    const person = stranger();
    expect(await landing(person, visitor)).toBe("/admin");
    expect(await whoIs(visitor)).toMatchObject({ email: person.email, role: "branding", sso: true });
    expect((await lastEntries(2))[1]).toMatchObject({
      email: person.email,
      action: "Create",
      entity: "user",
      details: { role: "branding" },
    });
    expect(
      (await new Visitor().post("/api/v1/auth/login", { email: person.email, password: "x" })).status,
    ).toBe(401);
    expect(await landing({ ...stranger(), email_verified: false })).toBe(NOT_LINKED);
    expect(await landing({ sub: "without an address" })).toBe(NOT_LINKED);
    expect(await landing({ ...stranger(), email: "not an address" })).toBe(NOT_LINKED);
  });

  it("becomes a viewer if page access allows its domain", async () => {
    await store("status_page_access", { ssoCreateViewers: true, ssoViewerDomains: ["corp.example"] });
    const visitor = new Visitor();
    expect(await landing(stranger("corp.example"), visitor)).toBe("/");
    expect(await whoIs(visitor)).toMatchObject({ role: "viewer" });
    for (const domain of ["example.com", "sub.corp.example", "evilcorp.example"]) {
      expect(await landing(stranger(domain))).toBe(NOT_LINKED);
    }
    await store("status_page_access", { ssoCreateViewers: true, ssoViewerDomains: [] });
    expect(await landing(stranger("example.org"))).toBe("/");
    expect(await landing({ ...stranger(), email_verified: false })).toBe(NOT_LINKED);
  });
});

describe("single sign-on and other credentials", () => {
  it("asks users with two-factor authentication for the code", async () => {
    const { visitor, email, password } = await addUser("operator");
    const setup = await visitor.post<{ setupToken: string; secret: string }>("/api/v1/auth/2fa/setup", {
      currentPassword: password,
    });
    const { setupToken, secret } = setup.body;
    await visitor.post("/api/v1/auth/2fa/enable", { setupToken, code: codeAt(secret, Date.now()) });

    const browser = new Visitor();
    const person = { sub: "s1", email, email_verified: true };
    const reply = await signInAs(peer, browser, person, "?returnTo=/admin/monitors%3Fa%3Db%26c");
    expect(reply.headers.getSetCookie().some((cookie) => cookie.startsWith("uptide="))).toBe(false);
    const [path, fragment] = (reply.headers.get("Location") ?? "").split("#");
    expect(path).toBe("/admin/login");
    const { challenge, returnTo, ...rest } = Object.fromEntries(new URLSearchParams(fragment));
    expect([returnTo, rest]).toEqual(["/admin/monitors?a=b&c", {}]);

    const code = codeAt(secret, Date.now() + 30_000);
    const verified = await browser.post("/api/v1/auth/2fa/verify", { challengeToken: challenge, code });
    expect(verified.status).toBe(200);
    expect((await whoIs(browser)).email).toBe(email);
    expect(await lastEntries()).toMatchObject([
      { email, action: "Allowed", details: { method: "sso", twoFactor: true } },
    ]);
  });

  it("revokes a temporary password and the sessions started with it", async () => {
    const email = "temporary@example.com";
    const made = await admin.post<{ temporaryPassword: string }>("/api/v1/admin/users", {
      email,
      role: "operator",
    });
    const { temporaryPassword } = made.body;
    const thief = await signIn(email, temporaryPassword);
    const browser = new Visitor();
    expect(await landing({ sub: "s1", email, email_verified: true }, browser)).toBe("/admin");
    expect(await whoIs(browser)).toMatchObject({ email, mustChangePassword: false });
    expect((await browser.get("/api/v1/admin/api-tokens")).body).toMatchObject({
      error: expect.stringContaining("operator"),
    });
    expect((await thief.get("/api/v1/auth/session")).status).toBe(401);
    const again = await new Visitor().post("/api/v1/auth/login", { email, password: temporaryPassword });
    expect(again.status).toBe(401);
  });

  it("keeps a password chosen by the user", async () => {
    const { email, password } = await addUser("operator");
    await landing({ sub: "s1", email, email_verified: true });
    await signIn(email, password);
  });
});

async function landing(person: Person, visitor = new Visitor()): Promise<string> {
  return (await signInAs(peer, visitor, person)).headers.get("Location") ?? "";
}

async function whoIs(visitor: Visitor) {
  const reply = await visitor.get<{ user: Record<string, unknown> }>("/api/v1/auth/session");
  return reply.body.user;
}
