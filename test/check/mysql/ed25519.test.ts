import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signWithPassword } from "../../../src/check/mysql/ed25519.ts";

/** Node accepts the standard's 32-byte seed in this DER structure. */
function keyOf(seed: string) {
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.from(seed)]);
  return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
}

describe("signWithPassword", () => {
  it.each([
    ["a".repeat(32), new Uint8Array(32)],
    ["correct horse battery staple :-) ", Uint8Array.from({ length: 32 }, (_, i) => i * 7)],
    ["0123456789abcdef0123456789abcdef", new Uint8Array()],
  ])("signs with %j like the standard with a seed", (password, message) => {
    const seed = password.slice(0, 32);
    const key = keyOf(seed);
    const signature = signWithPassword(seed, message);
    expect(Buffer.from(signature)).toEqual(sign(null, message, key));
    expect(verify(null, message, createPublicKey(key), signature)).toBe(true);
  });
});
