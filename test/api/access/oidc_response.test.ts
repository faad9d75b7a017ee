import { SignJWT, UnsecuredJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { utf8 } from "../../../src/lib/bytes.ts";
import { setUp, Visitor } from "../client.ts";
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

describe("an invalid response from the provider", () => {
  const past = Math.floor(Date.now() / 1000) - 600;

  afterEach(async () => {
    // A valid response from the same provider passes, so only the intended fault is rejected.
    Object.assign(peer, { claims: {}, sign: goodSign, tokenAnswer: null });
    expect((await signInAs(peer, new Visitor(), ANNA)).headers.get("Location")).toBe("/admin");
  });

  it.each([
    ["wrong issuer", { iss: "https://evil.test" }],
    ["wrong audience", { aud: "somebody-else" }],
    ["several audiences without azp", { aud: [CLIENT_ID, "other"] }],
    ["wrong azp with several audiences", { aud: [CLIENT_ID, "other"], azp: "other" }],
    ["wrong azp with one audience", { azp: "other" }],
    ["wrong nonce", { nonce: "another" }],
    ["no nonce", { nonce: undefined }],
    ["expired", { exp: past }],
    ["no expiry", { exp: undefined }],
    ["not valid yet", { nbf: past + 6000 }],
    ["no subject", { sub: undefined }],
    ["an empty subject", { sub: "" }],
  ])("is rejected: %s", async (_name, claims) => {
    peer.claims = claims;
    await expectRefusal();
  });

  it("is rejected: no signature", async () => {
    peer.sign = async (claims) => new UnsecuredJWT(claims).encode();
    await expectRefusal();
  });

  it("is rejected: signed with the client secret or with another key of the same name", async () => {
    peer.sign = async (claims) =>
      await new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", kid: "first" })
        .sign(utf8(CLIENT_SECRET.repeat(2)));
    await expectRefusal();
    peer.sign = (await makeKey("foreign", "first")).sign;
    await expectRefusal();
  });

  it("is rejected: claims changed after signing", async () => {
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
    ["a body that isn't JSON", () => new Response("<html>", { headers: { "Content-Type": "text/html" } })],
    ["a redirect", () => new Response(null, { status: 302, headers: { Location: "https://evil.test" } })],
  ])("is rejected: %s from the token endpoint", async (_name, answer) => {
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
  ])("is rejected before any request: %s", async (_name, alter) => {
    await expectRefusal(alter);
    expect(peer.count("/token")).toBe(0);
  });

  it("is rejected: user info of another user", async () => {
    peer.userInfo = { sub: "somebody", email: "admin@example.com", email_verified: true };
    await expectRefusal(undefined, { sub: "anna" });
  });
});

describe("the provider's keys", () => {
  it("are fetched again for an unknown key, but at most once a minute", async () => {
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
