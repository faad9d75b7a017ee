import { describe, expect, it } from "vitest";
import { fromBase64Url, toBase64Url, utf8 } from "../../src/lib/bytes.ts";
import { arePushKeys, encryptPush, MOST_PUSH_BYTES } from "../../src/lib/push_encryption.ts";
import { isPushContact, makeVapidKeys, signVapid } from "../../src/lib/vapid.ts";
import { makePushReceiver, openVapid } from "../system/push_receiver.ts";

/** RFC 8291, Appendix A. */
const VECTOR = {
  plain: "When I grow up, I want to be a watermelon",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  privateKey: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  publicKey: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
  sealed:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

async function readOwn() {
  const publicKey = fromBase64Url(VECTOR.publicKey)!;
  const jwk = {
    kty: "EC",
    crv: "P-256",
    d: VECTOR.privateKey,
    x: toBase64Url(publicKey.slice(1, 33)),
    y: toBase64Url(publicKey.slice(33)),
  };
  const curve = { name: "ECDH", namedCurve: "P-256" };
  return {
    publicKey,
    privateKey: await crypto.subtle.importKey("jwk", jwk, curve, false, ["deriveBits"]),
  };
}

describe("encryptPush", () => {
  it("matches the example of RFC 8291", async () => {
    const salt = fromBase64Url(VECTOR.salt)!;
    const sealed = await encryptPush(utf8(VECTOR.plain), VECTOR.keys, { salt, own: await readOwn() });
    expect(toBase64Url(sealed)).toBe(VECTOR.sealed);
  });

  it("can be decrypted by another library, is at most 4096 bytes, and differs each time", async () => {
    const browser = makePushReceiver();
    const longest = "ż".repeat(1000).padEnd(MOST_PUSH_BYTES - 1000, "x");
    for (const text of ["", "Shop is down", longest]) {
      const bodies = [
        await encryptPush(utf8(text), browser.keys),
        await encryptPush(utf8(text), browser.keys),
      ];
      for (const body of bodies) {
        expect(body.length).toBeLessThanOrEqual(4096);
        expect(browser.open(Buffer.from(body))).toBe(text);
      }
      expect(toBase64Url(bodies[0]!)).not.toBe(toBase64Url(bodies[1]!));
    }
    await expect(encryptPush(new Uint8Array(MOST_PUSH_BYTES + 1), browser.keys)).rejects.toThrow(
      "3993 bytes",
    );
  });
});

describe("arePushKeys", () => {
  it("rejects keys that no browser sends", async () => {
    const { keys } = makePushReceiver();
    expect(await arePushKeys(keys)).toBe(true);
    const beside = toBase64Url(fromBase64Url(keys.p256dh)!.map((byte, i) => (i === 40 ? byte ^ 1 : byte)));
    for (const p256dh of ["", "!", keys.auth, `${keys.p256dh}AA`, beside])
      expect(await arePushKeys({ ...keys, p256dh })).toBe(false);
    for (const auth of ["", "!", `${keys.auth}AA`]) expect(await arePushKeys({ ...keys, auth })).toBe(false);
  });
});

describe("signVapid", () => {
  it("contains origin, contact and an expiry within a day, signed with the public key that browsers have", async () => {
    const keys = await makeVapidKeys();
    const now = Date.parse("2027-01-01T00:00:00Z");
    const header = await signVapid(keys, {
      endpoint: "https://push.example:8443/send/abc",
      contact: "mailto:ops@example.com",
      now,
    });
    expect(openVapid(header)).toEqual({
      aud: "https://push.example:8443",
      exp: now / 1000 + 12 * 3600,
      sub: "mailto:ops@example.com",
      key: keys.publicKey,
    });
  });
});

describe("isPushContact", () => {
  it.each(["mailto:ops@example.com", "https://status.example.com", "https://status.example.com/path"])(
    "accepts %s",
    (contact) => expect(isPushContact(contact)).toBe(true),
  );

  it.each([
    "",
    "ops@example.com",
    "mailto:ops@localhost",
    "mailto:<ops@example.com>",
    "mailto: ops@example.com",
    "http://status.example.com",
    "https://localhost",
    "https://127.0.0.1",
    "https://app.localhost",
  ])("rejects %s, as Apple does", (contact) => expect(isPushContact(contact)).toBe(false));
});
