import { fromBase64Url, toBase64Url, utf8 } from "./bytes.ts";

const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;
const PUBLIC_BYTES = 65;
const IV_BYTES = 12;
const INFO = utf8("uptide agent attempts");

export interface AgentKeys {
  publicKey: string;
  privateKey: CryptoKey;
}

export async function makeAgentKeys(): Promise<AgentKeys> {
  const { publicKey, privateKey } = (await crypto.subtle.generateKey(CURVE, false, [
    "deriveBits",
  ])) as CryptoKeyPair;
  return { publicKey: toBase64Url(await exportRaw(publicKey)), privateKey };
}

export async function parseAgentKey(text: string): Promise<CryptoKey> {
  const bytes = fromBase64Url(text);
  if (bytes?.length !== PUBLIC_BYTES) throw new Error("This is no public key of an agent.");
  return await crypto.subtle.importKey("raw", bytes, CURVE, true, []);
}

/** Each text under a key pair of its own: only the agent's private key opens it. */
export async function sealForAgent(text: string, agentKey: string): Promise<string> {
  const own = (await crypto.subtle.generateKey(CURVE, false, ["deriveBits"])) as CryptoKeyPair;
  const [from, to] = [await exportRaw(own.publicKey), await parseAgentKey(agentKey)];
  const key = await deriveKey(own.privateKey, to, from);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, utf8(text)));
  const bytes = new Uint8Array(from.length + iv.length + sealed.length);
  bytes.set(from);
  bytes.set(iv, from.length);
  bytes.set(sealed, from.length + iv.length);
  return toBase64Url(bytes);
}

export async function openForAgent(sealed: string, { privateKey }: AgentKeys): Promise<string> {
  const bytes = fromBase64Url(sealed) ?? new Uint8Array();
  const from = bytes.slice(0, PUBLIC_BYTES);
  const iv = bytes.slice(PUBLIC_BYTES, PUBLIC_BYTES + IV_BYTES);
  const key = await deriveKey(privateKey, await parseAgentKey(toBase64Url(from)), from);
  const cipher = bytes.slice(PUBLIC_BYTES + IV_BYTES);
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, cipher));
}

async function exportRaw(key: CryptoKey): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array((await crypto.subtle.exportKey("raw", key)) as ArrayBuffer);
}

async function deriveKey(
  own: CryptoKey,
  theirs: CryptoKey,
  salt: Uint8Array<ArrayBuffer>,
): Promise<CryptoKey> {
  // The types of Workers call the field `$public`; the platform takes the standard's name.
  const algorithm = { name: "ECDH", public: theirs } as unknown as SubtleCryptoDeriveKeyAlgorithm;
  const bits = await crypto.subtle.deriveBits(algorithm, own, 256);
  const shared = await crypto.subtle.importKey("raw", bits, "HKDF", false, ["deriveKey"]);
  const derived = { name: "HKDF", hash: "SHA-256", salt, info: INFO };
  return await crypto.subtle.deriveKey(derived, shared, { name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
}
