import { createCipheriv, createDecipheriv } from "node:crypto";
import { WireError } from "../../lib/wire/wire_error.ts";
import { concat } from "../wire/binary.ts";
import type { Suite } from "./tls_suites.ts";

export const APPLICATION_DATA = 23;
const TAG_BYTES = 16;

/** Far below AES-GCM's limit per key (RFC 8446, 5.5), and far above a check's needs. */
const MAX_RECORDS = 2 ** 22;

export type Opener = (header: Uint8Array, sealed: Uint8Array) => Uint8Array | null;

export type Sealer = (type: number, fragment: Uint8Array) => Uint8Array;

interface Terms {
  nonce: Uint8Array;
  aad: Uint8Array;
}

interface RecordCipher {
  seal(terms: Terms, text: Uint8Array): Uint8Array;
  open(terms: Terms, sealed: Uint8Array): Uint8Array | null;
}

export function makeCipher({ cipher }: Suite, key: Uint8Array): RecordCipher {
  let records = 0;
  const options = { authTagLength: TAG_BYTES };

  function count(): void {
    if (++records > MAX_RECORDS)
      throw new WireError("too_large", "The connection carried too much data to continue.");
  }

  return {
    seal({ nonce, aad }, text) {
      count();
      // Two equal-looking calls, because the overloads separate the cipher families.
      const sealing =
        cipher === "chacha20-poly1305"
          ? createCipheriv(cipher, key, nonce, options)
          : createCipheriv(cipher, key, nonce, options);
      sealing.setAAD(aad, { plaintextLength: text.length });
      return concat(sealing.update(text), sealing.final(), sealing.getAuthTag());
    },
    open({ nonce, aad }, sealed) {
      count();
      if (sealed.length < TAG_BYTES) return null;
      const text = sealed.subarray(0, -TAG_BYTES);
      const opening =
        cipher === "chacha20-poly1305"
          ? createDecipheriv(cipher, key, nonce, options)
          : createDecipheriv(cipher, key, nonce, options);
      opening.setAAD(aad, { plaintextLength: text.length });
      opening.setAuthTag(sealed.subarray(-TAG_BYTES));
      try {
        return concat(opening.update(text), opening.final());
      } catch {
        return null;
      }
    },
  };
}
