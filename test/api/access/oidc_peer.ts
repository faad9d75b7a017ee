import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { vi } from "vitest";
import { openDb } from "../../../src/data/db.ts";
import { saveSetting } from "../../../src/data/setting.ts";
import { secretBoxOf } from "../../../src/env.ts";
import { sha256, toBase64Url } from "../../../src/lib/bytes.ts";
import type { OidcSettings } from "../../../src/schema/oidc.ts";
import { bindings, ORIGIN, type Visitor } from "../client.ts";

export const CLIENT_ID = "uptide-client";
export const CLIENT_SECRET = "the client's secret: a+b/c%";
export const FAILED = "/admin/login?error=sso_failed";
export const NOT_LINKED = "/admin/login?error=sso_not_linked";
const ROOT = "/api/v1/auth/oidc";

export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean | string;
}

type Sign = (claims: JWTPayload) => Promise<string>;

let peers = 0;

export async function startPeer() {
  peers++;
  const issuer = `https://idp${peers}.test`;
  const first = await makeKey("first");
  const codes = new Map<string, { nonce: string; challenge: string; person: Person }>();
  let latest = "";
  const peer = {
    issuer,
    asked: [] as string[],
    keys: [first.jwk],
    sign: first.sign as Sign,
    metadata: {} as Record<string, unknown>,
    claims: {} as Record<string, unknown>,
    tokenAnswer: null as Response | null,
    userInfo: null as Record<string, unknown> | null,
    clientSecret: CLIENT_SECRET as string | null,
    count: (path: string) => peer.asked.filter((asked) => asked === path).length,
    agree(location: string, person: Person): URL {
      const asked = new URL(location).searchParams;
      const code = crypto.randomUUID();
      codes.set(code, {
        nonce: asked.get("nonce") ?? "",
        challenge: asked.get("code_challenge") ?? "",
        person,
      });
      const back = new URL(asked.get("redirect_uri") ?? "");
      back.search = new URLSearchParams({ code, state: asked.get("state") ?? "", iss: issuer }).toString();
      return back;
    },
  };

  async function answerToken(request: Request): Promise<Response> {
    const form = await request.formData();
    const code = String(form.get("code"));
    const grant = codes.get(code);
    codes.delete(code);
    const sent = readBasic(request);
    const isClient =
      peer.clientSecret === null
        ? form.get("client_id") === CLIENT_ID && sent === null
        : sent === `${CLIENT_ID}:${peer.clientSecret}`;
    if (!isClient) return Response.json({ error: "invalid_client" }, { status: 400 });
    const challenge = toBase64Url(await sha256(String(form.get("code_verifier"))));
    const isGood = grant?.challenge === challenge && form.get("redirect_uri") === `${ORIGIN}${ROOT}/callback`;
    if (!grant || !isGood) return Response.json({ error: "invalid_grant" }, { status: 400 });
    latest = grant.person.sub;
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: CLIENT_ID,
      iat: now,
      exp: now + 300,
      nonce: grant.nonce,
      ...grant.person,
      ...peer.claims,
    };
    const kept = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
    return Response.json({ access_token: "at", token_type: "Bearer", id_token: await peer.sign(kept) });
  }

  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (url.origin !== issuer) throw new TypeError("nobody is there");
    peer.asked.push(url.pathname);
    if (url.pathname === "/.well-known/openid-configuration") {
      return Response.json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/userinfo`,
        id_token_signing_alg_values_supported: ["RS256", "none", "HS256"],
        ...peer.metadata,
      });
    }
    if (url.pathname === "/jwks") return Response.json({ keys: peer.keys });
    if (url.pathname === "/userinfo") return Response.json(peer.userInfo ?? { sub: latest });
    return peer.tokenAnswer ?? (await answerToken(request));
  });
  return peer;
}
export type Peer = Awaited<ReturnType<typeof startPeer>>;

const pairs = new Map<string, ReturnType<typeof makePair>>();
const makePair = () => generateKeyPair("RS256", { extractable: true });

/** Keys are cached by name, because generating a pair takes longer than a test. */
export async function makeKey(kid: string, shownAs = kid) {
  const made = pairs.get(kid) ?? makePair();
  pairs.set(kid, made);
  const { privateKey, publicKey } = await made;
  const sign: Sign = (claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: shownAs }).sign(privateKey);
  return { jwk: { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" }, sign };
}

/** Skips the API and its rate limit. */
export async function configure(peer: Peer, change: Partial<OidcSettings> = {}): Promise<void> {
  const box = await secretBoxOf(bindings);
  const { clientSecret: secret } = peer;
  const clientSecret = secret === null ? null : await box.seal(secret, "oidc/clientSecret");
  await store("oidc", { enabled: true, issuer: peer.issuer, clientId: CLIENT_ID, clientSecret, ...change });
}

export async function store(name: string, value: unknown): Promise<void> {
  await saveSetting(openDb(bindings.DB), name, value, Date.now());
}

export async function begin(visitor: Visitor, query = ""): Promise<string> {
  const reply = await visitor.get(`${ROOT}/login${query}`);
  const pending = reply.headers.getSetCookie().find((cookie) => cookie.startsWith("uptide-oidc="));
  const session = visitor.cookie.split("; ").filter((cookie) => cookie.startsWith("uptide="));
  if (pending) visitor.cookie = [...session, pending.split(";")[0]].join("; ");
  return reply.headers.get("Location") ?? "";
}

export async function signInAs(peer: Peer, visitor: Visitor, person: Person, query = "") {
  const back = peer.agree(await begin(visitor, query), person);
  return await visitor.get(back.pathname + back.search);
}

interface Entry {
  userId: number;
  email: string;
  action: string;
  entity: string;
  details: Record<string, unknown>;
}

export async function lastEntries(limit = 1): Promise<Entry[]> {
  const { results } = await bindings.DB.prepare(
    `SELECT user_id AS userId, user_email AS email, action, entity_type AS entity, details
     FROM audit ORDER BY id DESC LIMIT ?`,
  )
    .bind(limit)
    .all<Omit<Entry, "details"> & { details: string }>();
  return results.map((row) => ({ ...row, details: JSON.parse(row.details) as Entry["details"] }));
}

/** RFC 6749 form-encodes both parts before joining them. */
function readBasic(request: Request): string | null {
  const header = request.headers.get("Authorization");
  if (header === null) return null;
  const parts = atob(header.replace(/^Basic /, "")).split(":");
  return parts.map((part) => new URLSearchParams(`x=${part}`).get("x")).join(":");
}
