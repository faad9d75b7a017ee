import { fromBase64, fromBase64Url, randomBytes, toBase64Url, toHex, utf8 } from "./bytes.ts";

/** Encrypts with the first key and decrypts with any, which allows rotation while rows are rewritten. */
export interface SecretBox {
  readonly keyIds: readonly string[];
  seal(plain: string, name: string): Promise<string>;
  /** Null if no key fits, it was altered, or it was sealed under another name. */
  open(sealed: string, name: string): Promise<string | null>;
}

interface Key {
  id: string;
  key: CryptoKey;
}

const FORMAT = "v1";

export function parseSecretKeys(text: string): Uint8Array<ArrayBuffer>[] | null {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  const keys = parts.map((part) => fromBase64(part) ?? fromBase64Url(part));
  if (keys.length === 0 || keys.some((key) => key?.length !== 32)) return null;
  return keys as Uint8Array<ArrayBuffer>[];
}

export async function createSecretBox(rawKeys: readonly Uint8Array<ArrayBuffer>[]): Promise<SecretBox> {
  const keys = await Promise.all(rawKeys.map(importKey));
  const first = keys[0];
  if (!first) throw new Error("a secret box needs a key");

  return {
    keyIds: keys.map((key) => key.id),
    async seal(plain, name) {
      const iv = randomBytes(12);
      const sealed = await crypto.subtle.encrypt(
        { name: "AES-GCM", iv, additionalData: utf8(name) },
        first.key,
        utf8(plain),
      );
      return `${FORMAT}.${first.id}.${toBase64Url(iv)}.${toBase64Url(new Uint8Array(sealed))}`;
    },
    async open(sealed, name) {
      const [format, id, ivText = "", bodyText = ""] = sealed.split(".");
      const key = keys.find((candidate) => candidate.id === id);
      const iv = fromBase64Url(ivText);
      const body = fromBase64Url(bodyText);
      if (format !== FORMAT || !key || iv?.length !== 12 || !body) return null;
      try {
        const algorithm = { name: "AES-GCM", iv, additionalData: utf8(name) };
        return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key.key, body));
      } catch {
        return null;
      }
    },
  };
}

async function importKey(raw: Uint8Array<ArrayBuffer>): Promise<Key> {
  const id = toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", raw))).slice(0, 8);
  return { id, key: await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]) };
}
