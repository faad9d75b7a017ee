import { fromBase64Url, randomBytes, utf8 } from "./bytes.ts";

interface PushKeys {
  p256dh: string;
  auth: string;
}

interface KeyPair {
  privateKey: CryptoKey;
  publicKey: Uint8Array<ArrayBuffer>;
}

const CURVE = { name: "ECDH", namedCurve: "P-256" };
const RECORD_BYTES = 4096;
const HEADER_BYTES = 86;
const AUTH_BYTES = 16;
/** Push services accept 4096 bytes in all: header, text, delimiter and tag. */
export const MOST_PUSH_BYTES = RECORD_BYTES - HEADER_BYTES - 17;

/** Encrypts for one browser, as one record (RFC 8291). Salt and key pair are given by tests only. */
export async function encryptPush(
  plain: Uint8Array,
  { p256dh, auth }: PushKeys,
  { salt = randomBytes(16), own }: { salt?: Uint8Array<ArrayBuffer>; own?: KeyPair } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  if (plain.length > MOST_PUSH_BYTES)
    throw new RangeError(`A push message has ${MOST_PUSH_BYTES} bytes at most.`);
  const [theirs, secret] = [fromBase64Url(p256dh), fromBase64Url(auth)];
  if (!theirs || !secret) throw new TypeError("The keys of this device are not base64url.");
  const { privateKey, publicKey } = own ?? (await makeKeyPair());
  const shared = await agree(privateKey, theirs);
  const info = join(utf8("WebPush: info\0"), theirs, publicKey);
  const material = await derive(shared, { salt: secret, info, length: 32 });
  const key = await derive(material, { salt, info: utf8("Content-Encoding: aes128gcm\0"), length: 16 });
  const iv = await derive(material, { salt, info: utf8("Content-Encoding: nonce\0"), length: 12 });
  const cipher = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]);
  const isLast = Uint8Array.of(2);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, cipher, join(plain, isLast));
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, RECORD_BYTES);
  return join(salt, size, Uint8Array.of(publicKey.length), publicKey, new Uint8Array(sealed));
}

/** False for points outside the curve as well: encrypting for one would reveal something or fail. */
export async function arePushKeys({ p256dh, auth }: PushKeys): Promise<boolean> {
  const point = fromBase64Url(p256dh);
  if (point?.length !== 65 || fromBase64Url(auth)?.length !== AUTH_BYTES) return false;
  return await crypto.subtle.importKey("raw", point, CURVE, false, []).then(
    () => true,
    () => false,
  );
}

async function makeKeyPair(): Promise<KeyPair> {
  const pair = (await crypto.subtle.generateKey(CURVE, true, ["deriveBits"])) as CryptoKeyPair;
  const raw = (await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer;
  return { privateKey: pair.privateKey, publicKey: new Uint8Array(raw) };
}

async function agree(own: CryptoKey, theirs: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const point = await crypto.subtle.importKey("raw", theirs, CURVE, false, []);
  // The platform's types call the standard's `public` `$public`.
  const algorithm = { name: "ECDH", public: point } as SubtleCryptoDeriveKeyAlgorithm;
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, own, 256));
}

async function derive(
  source: Uint8Array<ArrayBuffer>,
  { salt, info, length }: { salt: Uint8Array<ArrayBuffer>; info: Uint8Array<ArrayBuffer>; length: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey("raw", source, "HKDF", false, ["deriveBits"]);
  const algorithm = { name: "HKDF", hash: "SHA-256", salt, info };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, length * 8));
}

function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
