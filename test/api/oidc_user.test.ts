import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { addUser, bindings, codeAt, setUp, signIn, Visitor } from "./client.ts";
import {
  begin,
  configure,
  FAILED,
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

describe("who an identity belongs to", () => {
  it("is the user with its verified address, from then on by subject alone", async () => {
    const { email, id } = await addUser(admin, "operator");
    const person = { sub: "s1", email: email.toUpperCase(), email_verified: true };
    const visitor = new Visitor();
    expect(await landing(person, visitor)).toBe("/admin");
    expect((await whoIs(visitor)).id).toBe(id);
    expect((await lastEntries(2))[1]).toMatchObject({ entity: "user", action: "Update", email });

    expect(await landing({ sub: "s1", email: "new@example.com" })).toBe("/admin");
    expect(await landing({ sub: "s1" })).toBe("/admin");
  });

  it("is nobody without a verified address, unless that is allowed", async () => {
    const { email } = await addUser(admin, "operator");
    for (const email_verified of [false, undefined, "false", 1]) {
      expect(await landing({ sub: "s1", email, email_verified } as Person)).toBe(NOT_LINKED);
    }
    expect(await lastEntries()).toMatchObject([
      { userId: 0, email, action: "Denied", entity: "session", details: { reason: "sso_not_linked" } },
    ]);
    expect(await landing({ sub: "s1", email, email_verified: "true" })).toBe("/admin");
    await configure(peer, { allowUnverifiedEmail: true });
    const other = await addUser(admin, "operator");
    expect(await landing({ sub: "s2", email: other.email })).toBe("/admin");
  });

  it("is nobody when another identity has the address, whatever the settings", async () => {
    const { email } = await addUser(admin, "operator");
    await landing({ sub: "s1", email, email_verified: true });
    await configure(peer, { createUsers: true, allowUnverifiedEmail: true });
    expect(await landing({ sub: "s2", email, email_verified: true })).toBe(NOT_LINKED);
  });

  it("is told apart by issuer, and a link to a former provider gives way", async () => {
    const { email } = await addUser(admin, "operator");
    await landing({ sub: "s1", email, email_verified: true });
    const next = await startPeer();
    peer = next;
    await configure(next);
    expect(await landing({ sub: "s1" })).toBe(NOT_LINKED);
    expect(await landing({ sub: "s9", email, email_verified: true })).toBe("/admin");
    expect(await landing({ sub: "s9" })).toBe("/admin");
  });

  it("takes the address from the user info where the ID token has none", async () => {
    const { email } = await addUser(admin, "operator");
    peer.userInfo = { sub: "s1", email, email_verified: true };
    expect(await landing({ sub: "s1" })).toBe("/admin");
  });

  it("is linked once when two come at the same moment", async () => {
    const { email } = await addUser(admin, "operator");
    const answers = await Promise.all(
      ["one", "one", "two"].map((sub) => landing({ sub, email, email_verified: true })),
    );
    const linked = await bindings.DB.prepare("SELECT sso_subject FROM users WHERE email = ?")
      .bind(email)
      .first<string>("sso_subject");
    expect(answers).toEqual(["one", "one", "two"].map((sub) => (sub === linked ? "/admin" : NOT_LINKED)));
  });
});

describe("an identity nobody has", () => {
  const stranger = (domain = "example.com") => {
    const sub = crypto.randomUUID();
    return { sub, email: `${sub}@${domain}`, email_verified: true };
  };

  it("is refused unless users are created", async () => {
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

  it("becomes a viewer where page access says so, of the domains it names", async () => {
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

describe("single sign-on and the other factors", () => {
  it("asks for the code of who has two-factor authentication on", async () => {
    const { visitor, email, password } = await addUser(admin, "operator");
    const setup = await visitor.post<{ setupToken: string; secret: string }>("/api/v1/auth/2fa/setup", {
      currentPassword: password,
    });
    const { setupToken, secret } = setup.body;
    await visitor.post("/api/v1/auth/2fa/enable", { setupToken, code: codeAt(secret) });

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

  it("revokes the temporary password, and whatever was begun with it", async () => {
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

  it("leaves a password of one's own alone", async () => {
    const { email, password } = await addUser(admin, "operator");
    await landing({ sub: "s1", email, email_verified: true });
    await signIn(email, password);
  });
});

describe("signing in again to confirm a sensitive action", () => {
  const sensitive = { buttonLabel: "Sign in with Acme" };

  it("confirms the session that goes on, and starts no other", async () => {
    const { browser, person, email } = await linkedAdmin();
    const refused = await browser.put("/api/v1/admin/oidc", sensitive);
    expect([refused.status, refused.body]).toMatchObject([403, { reauth: true }]);

    const location = await begin(browser, "?reauth=1&returnTo=/admin/settings");
    const asked = new URL(location).searchParams;
    expect([asked.get("prompt"), asked.get("max_age")]).toEqual(["login", "0"]);
    peer.claims = { auth_time: Math.floor(Date.now() / 1000) };
    const back = peer.agree(location, person);
    const reply = await browser.get(back.pathname + back.search);
    expect(reply.headers.get("Location")).toBe("/admin/settings");
    expect(reply.headers.getSetCookie().some((cookie) => cookie.startsWith("uptide="))).toBe(false);
    expect(await lastEntries()).toMatchObject([
      { email, action: "Allowed", details: { method: "sso", confirmed: true } },
    ]);
    expect((await browser.put("/api/v1/admin/oidc", sensitive)).status).toBe(200);
  });

  it.each([
    ["somebody else", { sub: "somebody else" }, NOT_LINKED],
    ["a sign-in of an hour ago", { auth_time: Math.floor(Date.now() / 1000) - 3600 }, FAILED],
  ])("is not done by %s", async (_name, claims, location) => {
    const { browser, person } = await linkedAdmin();
    peer.claims = claims;
    expect((await signInAs(peer, browser, person, "?reauth=1")).headers.get("Location")).toBe(location);
    expect((await browser.put("/api/v1/admin/oidc", sensitive)).status).toBe(403);
  });

  it("needs the session it began in", async () => {
    expect(await begin(new Visitor(), "?reauth=1")).toBe(FAILED);
    const { browser, person } = await linkedAdmin();
    const back = peer.agree(await begin(browser, "?reauth=1"), person);
    const other = new Visitor();
    other.cookie = browser.cookie.split("; ").filter((cookie) => cookie.startsWith("uptide-oidc="))[0] ?? "";
    expect((await other.get(back.pathname + back.search)).headers.get("Location")).toBe(FAILED);
    expect((await other.get("/api/v1/auth/session")).status).toBe(401);
  });

  /** An administrator who came by single sign-on more than five minutes ago. */
  async function linkedAdmin() {
    const { email, id } = await addUser(admin, "admin");
    const person = { sub: crypto.randomUUID(), email, email_verified: true };
    const browser = new Visitor();
    await landing(person, browser);
    await bindings.DB.prepare("UPDATE sessions SET confirmed_at = ? WHERE user_id = ?")
      .bind(Date.now() - 5 * 60_000 - 1, id)
      .run();
    return { browser, person, email };
  }
});

async function landing(person: Person, visitor = new Visitor()): Promise<string> {
  return (await signInAs(peer, visitor, person)).headers.get("Location") ?? "";
}

async function whoIs(visitor: Visitor) {
  const reply = await visitor.get<{ user: Record<string, unknown> }>("/api/v1/auth/session");
  return reply.body.user;
}
