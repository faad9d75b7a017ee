import { createHmac } from "node:crypto";
import { utf8 } from "../../lib/bytes.ts";
import { concat, integer } from "../wire/binary.ts";
import { makeCipher, type Opener, type Sealer } from "./tls_aead.ts";
import { makeNonce } from "./tls_keys.ts";
import type { HashName, Suite } from "./tls_suites.ts";

const MASTER_BYTES = 48;
const VERIFY_BYTES = 12;
const TAG_BYTES = 16;
const EXPLICIT_BYTES = 8;

interface Expansion {
  label: string;
  seed: Uint8Array;
  length: number;
}

export function expand12(hash: HashName, secret: Uint8Array, { label, seed, length }: Expansion): Uint8Array {
  const mac = (bytes: Uint8Array) => createHmac(hash, secret).update(bytes).digest();
  const whole = concat(utf8(label), seed);
  let turn: Uint8Array = whole;
  let out = new Uint8Array();
  while (out.length < length) {
    turn = mac(turn);
    out = concat(out, mac(concat(turn, whole)));
  }
  return out.subarray(0, length);
}

interface MasterSource {
  shared: Uint8Array;
  randoms: Randoms;
  /** Hash of the handshake up to ClientKeyExchange, for the extended master secret (RFC 7627). */
  sessionHash: Uint8Array | null;
}

interface Randoms {
  client: Uint8Array;
  server: Uint8Array;
}

export function deriveMaster(hash: HashName, { shared, randoms, sessionHash }: MasterSource): Uint8Array {
  const [label, seed] = sessionHash
    ? ["extended master secret", sessionHash]
    : ["master secret", concat(randoms.client, randoms.server)];
  return expand12(hash, shared, { label, seed, length: MASTER_BYTES });
}

export function makeVerifyData12(
  hash: HashName,
  master: Uint8Array,
  { label, handshakeHash }: { label: "client finished" | "server finished"; handshakeHash: Uint8Array },
): Uint8Array {
  return expand12(hash, master, { label, seed: handshakeHash, length: VERIFY_BYTES });
}

interface Traffic12 {
  seal: Sealer;
  open: Opener;
}

export function deriveTraffic(suite: Suite, master: Uint8Array, { client, server }: Randoms): Traffic12 {
  const { hash, keyBytes } = suite;
  const ivBytes = isChaCha(suite) ? 12 : 4;
  const length = 2 * (keyBytes + ivBytes);
  const block = expand12(hash, master, { label: "key expansion", seed: concat(server, client), length });
  const ivs = block.subarray(2 * keyBytes);
  return {
    seal: makeSealer12(suite, { key: block.subarray(0, keyBytes), iv: ivs.subarray(0, ivBytes) }),
    open: makeOpener12(suite, { key: block.subarray(keyBytes, 2 * keyBytes), iv: ivs.subarray(ivBytes) }),
  };
}

interface Keys {
  key: Uint8Array;
  iv: Uint8Array;
}

const isChaCha = ({ cipher }: Suite) => cipher === "chacha20-poly1305";

export function makeSealer12(suite: Suite, { key, iv }: Keys): Sealer {
  const cipher = makeCipher(suite, key);
  let sequence = 0;
  return (type, fragment) => {
    const number = integer(8, sequence++);
    // AES-GCM sends the explicit part of its nonce with each record.
    const explicit = isChaCha(suite) ? new Uint8Array() : number;
    const nonce = isChaCha(suite) ? makeNonce(iv, sequence - 1) : concat(iv, number);
    const aad = concat(number, Uint8Array.of(type, 3, 3), integer(2, fragment.length));
    const length = explicit.length + fragment.length + TAG_BYTES;
    const header = concat(Uint8Array.of(type, 3, 3), integer(2, length));
    return concat(header, explicit, cipher.seal({ nonce, aad }, fragment));
  };
}

export function makeOpener12(suite: Suite, { key, iv }: Keys): Opener {
  const cipher = makeCipher(suite, key);
  const explicitBytes = isChaCha(suite) ? 0 : EXPLICIT_BYTES;
  let sequence = 0;
  return (header, sealed) => {
    const textBytes = sealed.length - explicitBytes - TAG_BYTES;
    if (textBytes < 0 || header[2] !== 3) return null;
    const type = header.subarray(0, 1);
    const aad = concat(integer(8, sequence), type, Uint8Array.of(3, 3), integer(2, textBytes));
    const nonce = isChaCha(suite) ? makeNonce(iv, sequence) : concat(iv, sealed.subarray(0, EXPLICIT_BYTES));
    sequence++;
    const text = cipher.open({ nonce, aad }, sealed.subarray(explicitBytes));
    return text && concat(text, type);
  };
}
