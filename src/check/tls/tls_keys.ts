import { createHash, createHmac } from "node:crypto";
import { utf8 } from "../../lib/bytes.ts";
import { concat, integer, vector } from "../wire/binary.ts";
import { APPLICATION_DATA, makeCipher, type Opener, type Sealer } from "./tls_aead.ts";
import type { HashName, Suite } from "./tls_suites.ts";

const HASH_BYTES = { sha256: 32, sha384: 48 } as const;
const IV_BYTES = 12;
const TAG_BYTES = 16;

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

/** HKDF-Expand-Label of RFC 8446, 7.1, for at most one hash block. */
export function expand(hash: HashName, secret: Uint8Array, expansion: Expansion): Uint8Array {
  const { label, context = new Uint8Array(), length = HASH_BYTES[hash] } = expansion;
  const info = concat(integer(2, length), vector(1, utf8(`tls13 ${label}`)), vector(1, context));
  return createHmac(hash, secret).update(info).update(integer(1, 1)).digest().subarray(0, length);
}

export interface TrafficSecrets {
  client: Uint8Array;
  server: Uint8Array;
}

export function deriveHandshakeSecrets(
  hash: HashName,
  shared: Uint8Array,
  helloHash: Uint8Array,
): TrafficSecrets & { master: Uint8Array } {
  const zeros = new Uint8Array(HASH_BYTES[hash]);
  const saltFrom = (secret: Uint8Array) => expand(hash, secret, { label: "derived", context: digest(hash) });
  const handshake = extract(hash, saltFrom(extract(hash, zeros, zeros)), shared);
  return {
    client: expand(hash, handshake, { label: "c hs traffic", context: helloHash }),
    server: expand(hash, handshake, { label: "s hs traffic", context: helloHash }),
    master: extract(hash, saltFrom(handshake), zeros),
  };
}

export function deriveDataSecrets(
  hash: HashName,
  master: Uint8Array,
  handshakeHash: Uint8Array,
): TrafficSecrets {
  return {
    client: expand(hash, master, { label: "c ap traffic", context: handshakeHash }),
    server: expand(hash, master, { label: "s ap traffic", context: handshakeHash }),
  };
}

export function deriveNextSecret(hash: HashName, secret: Uint8Array): Uint8Array {
  return expand(hash, secret, { label: "traffic upd" });
}

export function makeVerifyData(hash: HashName, secret: Uint8Array, handshakeHash: Uint8Array): Uint8Array {
  return extract(hash, expand(hash, secret, { label: "finished" }), handshakeHash);
}

/** Stateful: the nonce counts records. The plaintext ends with its type and possibly zeros. */
export function makeOpener(suite: Suite, secret: Uint8Array): Opener {
  const { cipher, nextNonce } = makeTraffic(suite, secret);
  return (header, sealed) =>
    header[0] === APPLICATION_DATA ? cipher.open({ nonce: nextNonce(), aad: header }, sealed) : null;
}

export function makeSealer(suite: Suite, secret: Uint8Array): Sealer {
  const { cipher, nextNonce } = makeTraffic(suite, secret);
  return (type, fragment) => {
    const text = concat(fragment, integer(1, type));
    const header = concat(Uint8Array.of(APPLICATION_DATA, 3, 3), integer(2, text.length + TAG_BYTES));
    return concat(header, cipher.seal({ nonce: nextNonce(), aad: header }, text));
  };
}

function makeTraffic(suite: Suite, secret: Uint8Array) {
  const key = expand(suite.hash, secret, { label: "key", length: suite.keyBytes });
  const iv = expand(suite.hash, secret, { label: "iv", length: IV_BYTES });
  let sequence = 0;
  return { cipher: makeCipher(suite, key), nextNonce: () => makeNonce(iv, sequence++) };
}

/** The record number XORed with the fixed IV. */
export function makeNonce(iv: Uint8Array, sequence: number): Uint8Array {
  const counter = integer(IV_BYTES, sequence);
  return iv.map((byte, i) => byte ^ counter[i]!);
}
