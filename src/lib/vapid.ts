import { toBase64Url, utf8 } from "./bytes.ts";

const CURVE = { name: "ECDSA", namedCurve: "P-256" };
/** Push services refuse tokens of more than a day. */
const TOKEN_SECS = 12 * 3600;

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export async function makeVapidKeys(): Promise<VapidKeys> {
  const pair = (await crypto.subtle.generateKey(CURVE, true, ["sign", "verify"])) as CryptoKeyPair;
  const raw = (await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer;
  const jwk = await crypto.subtle.exportKey("jwk", pair.privateKey);
  return { publicKey: toBase64Url(new Uint8Array(raw)), privateKey: JSON.stringify(jwk) };
}

export async function signVapid(
  { publicKey, privateKey }: VapidKeys,
  { endpoint, contact, now }: { endpoint: string; contact: string; now: number },
): Promise<string> {
  const jwk = JSON.parse(privateKey) as JsonWebKey;
  const key = await crypto.subtle.importKey("jwk", jwk, CURVE, false, ["sign"]);
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + TOKEN_SECS, sub: contact };
  const parts = [{ typ: "JWT", alg: "ES256" }, claims].map((part) => toBase64Url(utf8(JSON.stringify(part))));
  const signed = parts.join(".");
  const algorithm = { name: "ECDSA", hash: "SHA-256" };
  const signature = await crypto.subtle.sign(algorithm, key, utf8(signed));
  return `vapid t=${signed}.${toBase64Url(new Uint8Array(signature))}, k=${publicKey}`;
}

const MAILBOX = /^mailto:[^\s<>@]+@([^\s<>@]+)$/;

/** Apple refuses contacts with a local host, spaces or angle brackets. */
export function isPushContact(contact: string): boolean {
  if (/[\s<>]/.test(contact)) return false;
  const url = URL.parse(contact);
  const host = url?.protocol === "https:" ? url.hostname : (MAILBOX.exec(contact)?.[1] ?? "");
  return /^[^.].*\.[a-z][a-z0-9-]+$/i.test(host) && !/(^|\.)localhost$/i.test(host);
}
