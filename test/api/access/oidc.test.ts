import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { bindings, setUp, Visitor } from "../client.ts";
import {
  begin,
  CLIENT_ID,
  CLIENT_SECRET,
  configure,
  FAILED,
  lastEntries,
  type Peer,
  signInAs,
  startPeer,
} from "./oidc_peer.ts";

const LOGIN = "/api/v1/auth/oidc/login";
const CALLBACK = "/api/v1/auth/oidc/callback?code=a&state=b";
const ANNA = { sub: "anna", email: "anna@example.com", email_verified: true };

let peer: Peer;

beforeEach(async () => {
  await setUp();
  peer = await startPeer();
  await configure(peer, { createUsers: true, defaultRole: "operator" });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("single sign-on", () => {
  it("redirects to the provider with PKCE, state and nonce, and keeps the rest in a sealed cookie", async () => {
    const visitor = new Visitor();
    const reply = await visitor.get("/api/v1/auth/oidc/login?returnTo=/admin/monitors");
    expect(reply.status).toBe(302);
    const url = new URL(reply.headers.get("Location") ?? "");
    expect(url.origin + url.pathname).toBe(`${peer.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: CLIENT_ID,
      redirect_uri: "http://uptide.test/api/v1/auth/oidc/callback",
      scope: "openid email profile",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    const cookie = reply.headers.get("Set-Cookie") ?? "";
    expect(cookie).toMatch(/^uptide-oidc=v1\.[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(url.searchParams.get("state"));
  });

  it("signs in and records it in the audit log", async () => {
    const visitor = new Visitor();
    const reply = await signInAs(peer, visitor, ANNA, "?returnTo=/admin/monitors%3Ftype%3Dhttps");
    expect(reply.status).toBe(302);
    expect(reply.headers.get("Location")).toBe("/admin/monitors?type=https");
    expect(reply.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^uptide-oidc=; Max-Age=0;/));
    const session = await visitor.get<{ user: { email: string } }>("/api/v1/auth/session");
    expect(session.body.user).toMatchObject({ email: ANNA.email, sso: true, role: "operator" });
    expect(await lastEntries()).toMatchObject([
      { email: ANNA.email, action: "Allowed", details: { method: "sso", twoFactor: false } },
    ]);
  });

  it("works as a public client, without a secret", async () => {
    peer.clientSecret = null;
    await configure(peer, { createUsers: true });
    expect((await signInAs(peer, new Visitor(), ANNA)).headers.get("Location")).not.toBe(FAILED);
  });

  it("sends the secret in the body if the provider supports only that", async () => {
    peer.metadata = { token_endpoint_auth_methods_supported: ["client_secret_post"] };
    const sent = vi.mocked(globalThis.fetch);
    await signInAs(peer, new Visitor(), ANNA);
    const init = sent.mock.calls.find(([url]) => String(url).endsWith("/token"))?.[1];
    expect(new URLSearchParams(String(init?.body)).get("client_secret")).toBe(CLIENT_SECRET);
    expect(new Headers(init?.headers).has("Authorization")).toBe(false);
  });

  it.each(["//evil.test", "/\\evil.test", "/%09/evil.test%0a", "https://evil.test/", "/.//evil.test"])(
    "never redirects to %s",
    async (target) => {
      const query = `?returnTo=${target.includes("%") ? target : encodeURIComponent(target)}`;
      const reply = await signInAs(peer, new Visitor(), ANNA, query);
      expect(reply.headers.get("Location")).toBe("/admin");
    },
  );

  it("rejects a repeated callback", async () => {
    const visitor = new Visitor();
    const back = peer.agree(await begin(visitor), ANNA);
    const { cookie } = visitor;
    expect((await visitor.get(back.pathname + back.search)).headers.get("Location")).toBe("/admin");
    const again = new Visitor();
    again.cookie = cookie;
    expect((await again.get(back.pathname + back.search)).headers.get("Location")).toBe(FAILED);
  });

  it("rejects a callback from another browser or after ten minutes", async () => {
    const visitor = new Visitor();
    const back = peer.agree(await begin(visitor), ANNA);
    expect((await new Visitor().get(back.pathname + back.search)).headers.get("Location")).toBe(FAILED);
    expect(peer.count("/token")).toBe(0);

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * 60_000 + 1 });
    expect((await visitor.get(back.pathname + back.search)).headers.get("Location")).toBe(FAILED);
    vi.useRealTimers();
    expect(peer.count("/token")).toBe(0);
  });

  it("rejects a code that another provider issued", async () => {
    const visitor = new Visitor();
    const back = peer.agree(await begin(visitor), ANNA);
    back.searchParams.delete("iss");
    const next = await startPeer();
    await configure(next, { createUsers: true });
    expect((await visitor.get(back.pathname + back.search)).headers.get("Location")).toBe(FAILED);
    expect(next.count("/token")).toBe(0);
  });

  it("redirects to an error while it is off", async () => {
    await configure(peer, { enabled: false });
    expect(await begin(new Visitor())).toBe("/admin/login?error=sso_off");
    const callback = await new Visitor().get(CALLBACK);
    expect(callback.headers.get("Location")).toBe("/admin/login?error=sso_off");
  });

  it("fails when the provider is unreachable", async () => {
    await configure(peer, { issuer: "https://nobody.test" });
    expect(await begin(new Visitor())).toBe(FAILED);
    expect(await lastEntries()).toMatchObject([
      { userId: 0, action: "Denied", details: { reason: "sso_failed" } },
    ]);
  });

  it("shares one rate limit between login and callback, separate from passwords", async () => {
    const visitor = new Visitor();
    for (let n = 0; n < 5; n++) expect((await signInAs(peer, visitor, ANNA)).status).toBe(302);
    expect((await visitor.get(LOGIN)).status).toBe(429);
    const elsewhere = new Visitor();
    await begin(elsewhere);
    visitor.cookie = elsewhere.cookie;
    expect((await visitor.get(CALLBACK)).status).toBe(429);
    const wrong = { email: "a@example.com", password: "x" };
    expect((await visitor.post("/api/v1/auth/login", wrong)).status).toBe(401);
  });

  it("counts no attempts while it is off", async () => {
    await configure(peer, { enabled: false });
    const visitor = new Visitor();
    for (let n = 0; n < 12; n++) {
      expect((await visitor.get(LOGIN)).headers.get("Location")).toBe("/admin/login?error=sso_off");
      expect((await visitor.get(CALLBACK)).headers.get("Location")).toBe("/admin/login?error=sso_off");
    }
    await configure(peer);
    expect((await visitor.get(LOGIN)).headers.get("Location")).toMatch(/^https:\/\/idp/);
  });

  it("doesn't count callbacks without a pending sign-in, and logs the first ten", async () => {
    const visitor = new Visitor();
    const count = async () =>
      (await bindings.DB.prepare("SELECT id FROM audit WHERE details ->> 'reason' = 'sso_failed'").all())
        .results.length;
    const before = await count();
    for (let n = 0; n < 12; n++) {
      visitor.cookie = n % 2 ? "uptide-oidc=made-up" : "";
      expect((await visitor.get(CALLBACK)).headers.get("Location")).toBe(FAILED);
    }
    expect((await count()) - before).toBe(10);
    await signInAs(peer, visitor, ANNA);
    expect((await visitor.get("/api/v1/auth/session")).status).toBe(200);
  });

  it("rejects API tokens", async () => {
    const visitor = new Visitor();
    visitor.token = "upt_x";
    expect((await visitor.get("/api/v1/auth/oidc/login")).status).toBe(401);
  });
});
