import { toBase64Url } from "../../src/lib/bytes.ts";

/** A numeric address needs no DNS lookup. */
export async function makeSubscription(endpoint = `https://93.184.216.34/${crypto.randomUUID()}`) {
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const pair = (await crypto.subtle.generateKey(curve, true, ["deriveBits"])) as CryptoKeyPair;
  const point = (await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer;
  const auth = crypto.getRandomValues(new Uint8Array(16));
  const keys = { p256dh: toBase64Url(new Uint8Array(point)), auth: toBase64Url(auth) };
  return { endpoint, expirationTime: null, keys };
}
