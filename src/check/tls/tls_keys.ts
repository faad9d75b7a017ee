import { createDecipheriv, createHash, createHmac } from "node:crypto";
import { utf8 } from "../../lib/bytes.ts";
import { concat, integer, vector } from "../wire/binary.ts";
import type { HashName, Suite } from "./tls_suites.ts";

const HASH_BYTES = { sha256: 32, sha384: 48 } as const;
const TAG_BYTES = 16;
const IV_BYTES = 12;

export function digest(hash: HashName, ...parts: readonly Uint8Array[]): Uint8Array {
  const sum = createHash(hash);
  for (const part of parts) sum.update(part);
  return sum.digest();
}

export function extract(hash: HashName, salt: Uint8Array, secret: Uint8Array): Uint8Array {
  return createHmac(hash, salt).update(secret).digest();
}

interface Expansion {
  label: string;
  context?: Uint8Array;
  length?: number;
}

/** HKDF-Expand-Label of RFC 8446, 7.1. Never more than one block is asked for here. */
export function expand(hash: HashName, secret: Uint8Array, expansion: Expansion): Uint8Array {
  const { label, context = new Uint8Array(), length = HASH_BYTES[hash] } = expansion;
  const info = concat(integer(2, length), vector(1, utf8(`tls13 ${label}`)), vector(1, context));
  return createHmac(hash, secret).update(info).update(integer(1, 1)).digest().subarray(0, length);
}

/** The secret the server encrypts its handshake under, from the shared one and the hash of both hellos. */
export function deriveServerSecret(hash: HashName, shared: Uint8Array, helloHash: Uint8Array): Uint8Array {
  const zeros = new Uint8Array(HASH_BYTES[hash]);
  const early = extract(hash, zeros, zeros);
  const salt = expand(hash, early, { label: "derived", context: digest(hash) });
  return expand(hash, extract(hash, salt, shared), { label: "s hs traffic", context: helloHash });
}

/** Decrypts one record; null when it was not sealed by the server. */
export type Opener = (header: Uint8Array, sealed: Uint8Array) => Uint8Array | null;

export function makeOpener(suite: Suite, secret: Uint8Array): Opener {
  const key = expand(suite.hash, secret, { label: "key", length: suite.keyBytes });
  const iv = expand(suite.hash, secret, { label: "iv", length: IV_BYTES });
  let sequence = 0;
  return (header, sealed) => {
    if (sealed.length < TAG_BYTES) return null;
    const counter = concat(new Uint8Array(IV_BYTES - 4), integer(4, sequence++));
    const nonce = iv.map((byte, i) => byte ^ counter[i]!);
    const text = sealed.subarray(0, -TAG_BYTES);
    const decipher = makeDecipher(suite, { key, nonce });
    decipher.setAAD(header, { plaintextLength: text.length });
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      return concat(decipher.update(text), decipher.final());
    } catch {
      return null;
    }
  };
}

function makeDecipher({ cipher }: Suite, { key, nonce }: { key: Uint8Array; nonce: Uint8Array }) {
  const options = { authTagLength: TAG_BYTES };
  // Two calls of one text: the types tell the cipher families apart.
  return cipher === "chacha20-poly1305"
    ? createDecipheriv(cipher, key, nonce, options)
    : createDecipheriv(cipher, key, nonce, options);
}
