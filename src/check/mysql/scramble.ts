import { createHash } from "node:crypto";
import { utf8 } from "../../lib/bytes.ts";
import { concat } from "../wire/binary.ts";

/** SHA1(password) XOR SHA1(scramble + SHA1(SHA1(password))). */
export function nativeResponse(password: string, scramble: Uint8Array): Uint8Array {
  const once = hash("sha1", utf8(password));
  return xor(once, hash("sha1", scramble, hash("sha1", once)));
}

/** SHA256(password) XOR SHA256(SHA256(SHA256(password)) + scramble). */
export function sha2Response(password: string, scramble: Uint8Array): Uint8Array {
  const once = hash("sha256", utf8(password));
  return xor(once, hash("sha256", hash("sha256", once), scramble));
}

function xor(bytes: Uint8Array, mask: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes, (byte, i) => byte ^ mask[i % mask.length]!);
}

function hash(kind: "sha1" | "sha256", ...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(
    createHash(kind)
      .update(concat(...parts))
      .digest(),
  );
}
