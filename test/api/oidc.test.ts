import { SignJWT, UnsecuredJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { utf8 } from "../../src/lib/bytes.ts";
import { setUp, Visitor } from "./client.ts";
import {
  begin,
  CLIENT_ID,
  CLIENT_SECRET,
  configure,
  FAILED,
  lastEntries,
  makeKey,
  type Peer,
  signInAs,
  startPeer,
} from "./oidc_peer.ts";

const ANNA = { sub: "anna", email: "anna@example.com", email_verified: true };

let peer: Peer;
let goodSign: Peer["sign"];

beforeEach(async () => {
  await setUp();
  peer = await startPeer();
  goodSign = peer.sign;
  await configure(peer, { createUsers: true, defaultRole: "operator" });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("single sign-on", () => {
  it("leads to the provider with PKCE, state and nonce, and keeps the rest in a sealed cookie", async () => {
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

  it("signs in, once, and says so in the audit log", async () => {
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

  it("sends the secret in the body where the provider takes it nowhere else", async () => {
    peer.metadata = { token_endpoint_auth_methods_supported: ["client_secret_post"] };
    const sent = vi.mocked(globalThis.fetch);
    await signInAs(peer, new Visitor(), ANNA);
    const init = sent.mock.calls.find(([url]) => String(url).endsWith("/token"))?.[1];
    expect(new URLSearchParams(String(init?.body)).get("client_secret")).toBe(CLIENT_SECRET);
    expect(new Headers(init?.headers).has("Authorization")).toBe(false);
  });

  it.each(["//evil.test", "/\\evil.test", "/%09/evil.test%0a", "https://evil.test/", "/.//evil.test"])(
    "never leads to %s",
    async (target) => {
      const query = `?returnTo=${target.includes("%") ? target : encodeURIComponent(target)}`;
      const reply = await signInAs(peer, new Visitor(), ANNA, query);
      expect(reply.headers.get("Location")).toBe("/admin");
    },
  );

  it("refuses a callback that is played again", async () => {
    const visitor = new Visitor();
    const back = peer.agree(await begin(visitor), ANNA);
    const { cookie } = visitor;
    expect((await visitor.get(back.pathname + back.search)).headers.get("Location")).toBe("/admin");
    const again = new Visitor();
    again.cookie = cookie;
    expect((await again.get(back.pathname + back.search)).headers.get("Location")).toBe(FAILED);
  });

  it("refuses a callback in another browser, one that comes too late, and one for another provider", async () => {
    const visitor = new Visitor();
    const back = peer.agree(await begin(visitor), ANNA);
    expect((await new Visitor().get(back.pathname + back.search)).headers.get("Location")).toBe(FAILED);
    expect(peer.count("/token")).toBe(0);

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * 60_000 + 1 });
    expect((await visitor.get(back.pathname + back.search)).headers.get("Location")).toBe(FAILED);
    vi.useRealTimers();

    await configure(peer, { createUsers: true, issuer: `${peer.issuer}/moved` });
    expect((await visitor.get(back.pathname + back.search)).headers.get("Location")).toBe(FAILED);
    expect(peer.count("/token")).toBe(0);
  });

  it("says so when it is switched off", async () => {
    await configure(peer, { enabled: false });
    expect(await begin(new Visitor())).toBe("/admin/login?error=sso_off");
    const callback = await new Visitor().get("/api/v1/auth/oidc/callback?code=a&state=b");
    expect(callback.headers.get("Location")).toBe("/admin/login?error=sso_off");
  });

  it("fails when the provider can't be reached", async () => {
    await configure(peer, { issuer: "https://nobody.test" });
    expect(await begin(new Visitor())).toBe(FAILED);
    expect(await lastEntries()).toMatchObject([
      { userId: 0, action: "Denied", details: { reason: "sso_failed" } },
    ]);
  });

  it("counts login and callback together with the other ways of signing in", async () => {
    const visitor = new Visitor();
    for (let n = 0; n < 5; n++) {
      expect((await visitor.get("/api/v1/auth/oidc/login")).status).toBe(302);
      expect((await visitor.get("/api/v1/auth/oidc/callback")).status).toBe(302);
    }
    expect((await visitor.get("/api/v1/auth/oidc/login")).status).toBe(429);
    expect((await visitor.get("/api/v1/auth/oidc/callback")).status).toBe(429);
    expect((await visitor.post("/api/v1/auth/login", { email: "a@example.com", password: "x" })).status).toBe(
      429,
    );
  });

  it("takes no API token", async () => {
    const visitor = new Visitor();
    visitor.token = "upt_x";
    expect((await visitor.get("/api/v1/auth/oidc/login")).status).toBe(401);
  });
});

describe("an answer of the provider that is not as it has to be", () => {
  const past = Math.floor(Date.now() / 1000) - 600;

  afterEach(async () => {
    // The same provider with a good answer is not refused: what was wrong is what was meant to be wrong.
    Object.assign(peer, { claims: {}, sign: goodSign, tokenAnswer: null });
    expect((await signInAs(peer, new Visitor(), ANNA)).headers.get("Location")).toBe("/admin");
  });

  it.each([
    ["the issuer", { iss: "https://evil.test" }],
    ["the audience", { aud: "somebody-else" }],
    ["one audience of several without azp", { aud: [CLIENT_ID, "other"] }],
    ["azp beside several audiences", { aud: [CLIENT_ID, "other"], azp: "other" }],
    ["azp beside one audience", { azp: "other" }],
    ["the nonce", { nonce: "another" }],
    ["no nonce", { nonce: undefined }],
    ["the expiry", { exp: past }],
    ["no expiry", { exp: undefined }],
    ["a start in the future", { nbf: past + 6000 }],
    ["no subject", { sub: undefined }],
    ["an empty subject", { sub: "" }],
  ])("is refused: %s", async (_name, claims) => {
    peer.claims = claims;
    await expectRefusal();
  });

  it("is refused: no signature", async () => {
    peer.sign = async (claims) => new UnsecuredJWT(claims).encode();
    await expectRefusal();
  });

  it("is refused: signed with the client's secret or another key of that name", async () => {
    peer.sign = async (claims) =>
      await new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", kid: "first" })
        .sign(utf8(CLIENT_SECRET.repeat(2)));
    await expectRefusal();
    peer.sign = (await makeKey("foreign", "first")).sign;
    await expectRefusal();
  });

  it("is refused: claims altered after signing", async () => {
    const { sign } = peer;
    peer.sign = async (claims) => {
      const [header, , signature] = (await sign(claims)).split(".");
      const [, payload] = (await sign({ ...claims, sub: "somebody" })).split(".");
      return [header, payload, signature].join(".");
    };
    await expectRefusal();
  });

  it.each([
    ["no ID token", () => Response.json({ access_token: "at", token_type: "Bearer" })],
    ["an error", () => Response.json({ error: "invalid_grant" }, { status: 400 })],
    ["no JSON", () => new Response("<html>", { headers: { "Content-Type": "text/html" } })],
    ["a redirect", () => new Response(null, { status: 302, headers: { Location: "https://evil.test" } })],
  ])("is refused: %s from the token endpoint", async (_name, answer) => {
    peer.tokenAnswer = answer();
    await expectRefusal();
  });

  it.each([
    ["another state", (back: URL) => back.searchParams.set("state", "x".repeat(43))],
    ["no state", (back: URL) => back.searchParams.delete("state")],
    ["two states", (back: URL) => back.searchParams.append("state", "x")],
    ["another issuer", (back: URL) => back.searchParams.set("iss", "https://evil.test")],
    ["an error", (back: URL) => back.searchParams.set("error", "access_denied")],
    ["no code", (back: URL) => back.searchParams.delete("code")],
  ])("is refused before any request: %s", async (_name, alter) => {
    await expectRefusal(alter);
    expect(peer.count("/token")).toBe(0);
  });

  it("is refused when another's user info comes back", async () => {
    peer.userInfo = { sub: "somebody", email: "admin@example.com", email_verified: true };
    await expectRefusal(undefined, { sub: "anna" });
  });
});

describe("the keys of the provider", () => {
  it("are fetched again for an unknown one, once in a while only", async () => {
    const start = Date.now();
    await signInAs(peer, new Visitor(), ANNA);
    expect(peer.count("/jwks")).toBe(1);
    const second = await makeKey("second");
    peer.keys = [second.jwk];
    peer.sign = second.sign;
    vi.useFakeTimers({ toFake: ["Date"], now: start + 60_000 });
    expect((await signInAs(peer, new Visitor(), ANNA)).headers.get("Location")).toBe("/admin");
    expect(peer.count("/jwks")).toBe(2);

    peer.sign = (await makeKey("third")).sign;
    await expectRefusal();
    await expectRefusal();
    expect(peer.count("/jwks")).toBe(2);
    expect(peer.count("/.well-known/openid-configuration")).toBe(1);
  });
});

async function expectRefusal(alter?: (back: URL) => void, person: { sub: string } = ANNA): Promise<void> {
  const visitor = new Visitor();
  const back = peer.agree(await begin(visitor), person);
  alter?.(back);
  const reply = await visitor.get(back.pathname + back.search);
  expect(reply.headers.get("Location")).toBe(FAILED);
  expect(reply.headers.getSetCookie()).toEqual([expect.stringMatching(/^uptide-oidc=; Max-Age=0;/)]);
  expect(await lastEntries()).toMatchObject([
    { userId: 0, action: "Denied", entity: "session", details: { reason: "sso_failed" } },
  ]);
}
