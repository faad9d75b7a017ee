import { createECDH, createPublicKey, randomBytes, verify } from "node:crypto";
import { decrypt } from "http_ece";

export interface PushReceiver {
  keys: { p256dh: string; auth: string };
  open(body: Buffer): string;
}

/** A browser's half of Web Push. A third-party library decrypts it. */
export function makePushReceiver(): PushReceiver {
  const pair = createECDH("prime256v1");
  const p256dh = pair.generateKeys().toString("base64url");
  const auth = randomBytes(16).toString("base64url");
  return {
    keys: { p256dh, auth },
    open: (body) =>
      decrypt(body, { version: "aes128gcm", privateKey: pair, authSecret: auth }).toString("utf8"),
  };
}

export function openVapid(header: string): { aud: string; exp: number; sub: string; key: string } {
  const [, token = "", key = ""] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const signed = Buffer.from(`${head}.${body}`);
  const isOwn = verify(
    "sha256",
    signed,
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isOwn) throw new Error(`The signature is not of the key in ${header}.`);
  return { ...JSON.parse(Buffer.from(body, "base64url").toString()), key };
}
