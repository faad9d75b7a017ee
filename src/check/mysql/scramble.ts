import { createHash } from "node:crypto";
import { fromBase64, utf8 } from "../../lib/bytes.ts";
import { concat } from "../wire/binary.ts";
import { malformed } from "./packet.ts";

/** SHA1(password) XOR SHA1(scramble + SHA1(SHA1(password))). */
export function answerNative(password: string, scramble: Uint8Array): Uint8Array {
  const once = hash("sha1", utf8(password));
  return xor(once, hash("sha1", scramble, hash("sha1", once)));
}

/** SHA256(password) XOR SHA256(SHA256(SHA256(password)) + scramble). */
export function answerSha2(password: string, scramble: Uint8Array): Uint8Array {
  const once = hash("sha256", utf8(password));
  return xor(once, hash("sha256", hash("sha256", once), scramble));
}

/** The password for the holder of the private key alone. */
export async function encryptPassword(
  password: string,
  { scramble, pem }: { scramble: Uint8Array; pem: Uint8Array },
): Promise<Uint8Array> {
  const [, body = ""] =
    /-----BEGIN PUBLIC KEY-----([^-]+)-----END PUBLIC KEY-----/.exec(new TextDecoder().decode(pem)) ?? [];
  const der = fromBase64(body.replaceAll(/\s/g, ""));
  if (!der?.length || scramble.length === 0) throw malformed();
  const plain = xor(utf8(`${password}\0`), scramble);
  try {
    const kind = { name: "RSA-OAEP", hash: "SHA-1" };
    const key = await crypto.subtle.importKey("spki", der, kind, false, ["encrypt"]);
    return new Uint8Array(await crypto.subtle.encrypt(kind, key, plain));
  } catch {
    throw malformed();
  }
}

/** As long as `bytes`; the mask begins anew where it ends. */
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
