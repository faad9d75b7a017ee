import { describe, expect, it } from "vitest";
import { PUBLIC_ROOTS } from "../../../src/check/tls/public_roots.ts";
import { checkTrust, type TrustOptions } from "../../../src/check/tls/tls_trust.ts";
import { concat } from "../../../src/check/wire/binary.ts";
import { fromBase64, utf8 } from "../../../src/lib/bytes.ts";
import { der, hex, type Identity, type IdentityWish, makeIdentity, NOW } from "./made_certificate.ts";

const root = makeIdentity({ name: "root", isAuthority: true, usage: "000001" });
const between = makeIdentity({ name: "between", isAuthority: true, issuer: root });

function check(
  chain: readonly Identity[],
  options: Partial<TrustOptions> & { given?: readonly Identity[] } = {},
) {
  const { given = [root], ...others } = options;
  return checkTrust(
    chain.map((one) => one.der),
    {
      trust: { kind: "authorities", authorities: given.map((one) => one.der) },
      serverName: "site.test",
      now: NOW,
      ...others,
    },
  );
}

const leafOf = (issuer: Identity, wish: IdentityWish = {}) => makeIdentity({ issuer, ...wish });
const authorityOf = (issuer: Identity, wish: IdentityWish = {}) =>
  makeIdentity({ name: "middle", isAuthority: true, issuer, ...wish });

describe("checkTrust", () => {
  it.each(["p256", "p384", "rsa", "ed25519"] as const)("verifies signatures of %s", async (kind) => {
    const top = makeIdentity({ name: "top", isAuthority: true, kind });
    await check([leafOf(top)], { given: [top] });
  });

  it("follows intermediate certificates, in any order and among others", async () => {
    const lower = authorityOf(between);
    const leaf = leafOf(lower);
    await check([leaf, lower, between]);
    await check([leaf, root, between, leafOf(root, { name: "stray" }), lower]);
  });

  it("trusts a given intermediate, and any of several given certificates", async () => {
    await check([leafOf(between)], { given: [between] });
    await check([leafOf(root)], { given: [between, root] });
  });

  it("tries every issuer of the same name", async () => {
    const twin = authorityOf(root, { name: "between" });
    await check([leafOf(between), twin, between]);
  });

  it("trusts a given certificate itself, whatever its names, until it expires", async () => {
    const own = makeIdentity({ names: [], name: "db" });
    await check([own], { given: [own] });
    await expect(check([own], { given: [own], now: Date.UTC(2028, 0) })).rejects.toMatchObject({
      message: "The certificate expired on 2027-01-01.",
    });
  });

  it("requires nothing when trust is off", async () => {
    await check([makeIdentity({ names: [] })], { trust: { kind: "none" } });
  });

  it("follows name constraints", async () => {
    const limit = (tag: number, ...bases: Uint8Array[]) =>
      der(0x30, der(tag, ...bases.map((base) => der(0x30, base))));
    const limited = (value: Uint8Array) => authorityOf(root, { extensions: [["551d1e", value, true]] });
    const dns = (name: string) => der(0x82, utf8(name));
    const permits = limited(limit(0xa0, dns("test")));
    await check([leafOf(permits), permits]);
    const address = limited(limit(0xa0, der(0x87, Uint8Array.of(10, 0, 0, 0, 255, 0, 0, 0))));
    await check([leafOf(address), address]);
    for (const one of [
      limited(limit(0xa0, dns("other.test"))),
      limited(limit(0xa1, dns("site.test"))),
      limited(hex("3003020101")),
    ]) {
      await expect(check([leafOf(one), one])).rejects.toMatchObject({
        message: expect.stringContaining("may not issue for all names in the certificate"),
      });
    }
    const hidden = limited(limit(0xa1, dns("site.a.test")));
    const wild = leafOf(hidden, { names: ["*.a.test"] });
    await expect(check([wild, hidden], { serverName: "site.a.test" })).rejects.toThrow("may not issue");
    await check([wild, hidden], { serverName: "other.a.test" });
  });

  it("follows the path length of an authority", async () => {
    const last = authorityOf(root, { maxBelow: 0 });
    await check([leafOf(last), last]);
    const below = makeIdentity({ name: "below", isAuthority: true, issuer: last });
    await expect(check([leafOf(below), below, last])).rejects.toMatchObject({
      message: "The certificate of its issuer (CN=root) exceeds its path length in the chain.".replace(
        "root",
        "middle",
      ),
    });
  });
});

const expired = authorityOf(root, { to: Date.UTC(2026, 1, 1) });
const early = authorityOf(root, { from: Date.UTC(2026, 10, 1) });
const plain = makeIdentity({ name: "middle", issuer: root });
const signless = authorityOf(root, { usage: "1" });
const clients = authorityOf(root, { purposes: ["2b06010505070302"] });
const odd = authorityOf(root, { extensions: [["2a0304", hex("0500"), true]] });
const stranger = makeIdentity({ name: "root", isAuthority: true });

const REFUSED: readonly [string, string, readonly Identity[], string][] = [
  [
    "4.1.2.5",
    "has expired",
    [leafOf(root, { to: Date.UTC(2026, 1, 1) })],
    "The certificate expired on 2026-02-01.",
  ],
  [
    "4.1.2.5",
    "is not valid yet",
    [leafOf(root, { from: Date.UTC(2026, 10, 1) })],
    "The certificate is not valid before 2026-11-01.",
  ],
  [
    "4.2.1.6",
    "is for another name",
    [leafOf(root, { names: ["other.test"] })],
    "The certificate is not for site.test: it is for other.test.",
  ],
  [
    "4.2.1.6",
    "names a host only in its subject",
    [leafOf(root, { name: "site.test", names: [] })],
    "it names no host",
  ],
  ["4.2.1.3", "may not sign", [leafOf(root, { usage: "001" })], "lacks digitalSignature"],
  ["4.2.1.12", "is not for servers", [leafOf(root, { purposes: ["2b06010505070302"] })], "lacks serverAuth"],
  [
    "4.2",
    "has an unknown critical extension",
    [leafOf(root, { extensions: [["2a0304", hex("0500"), true]] })],
    "an unknown critical extension",
  ],
  [
    "4.2",
    "has an extension twice",
    [leafOf(root, { extensions: [["551d11", hex("3000")]] })],
    "can't be read",
  ],
  ["6.1.3", "is forged", [leafOf(root, { isForged: true })], "the key of CN=root didn't sign it"],
  [
    "6.1.3",
    "comes from an issuer with the same name",
    [leafOf(stranger), stranger],
    "the key of CN=root didn't sign it",
  ],
  ["6.1.3", "is signed with SHA-1", [leafOf(root, { isSha1: true })], "a weak or unknown signature"],
  [
    "6.1",
    "has an unknown issuer",
    [leafOf(between)],
    "its issuer is unknown (CN=between). Add that authority's certificate, or configure the server to send its intermediate certificates.",
  ],
  ["6.1", "is self-signed", [makeIdentity({ name: "self" })], "it is self-signed and not the one you set"],
  [
    "6.1.3",
    "has an expired issuer",
    [leafOf(expired), expired],
    "The certificate of its issuer (CN=middle) expired on 2026-02-01.",
  ],
  ["6.1.3", "has an issuer that is not valid yet", [leafOf(early), early], "(CN=middle) is not valid before"],
  [
    "4.2.1.9",
    "has an issuer that is no authority",
    [leafOf(plain), plain],
    "(CN=middle) doesn't belong to an authority",
  ],
  [
    "4.2.1.3",
    "has an issuer without keyCertSign",
    [leafOf(signless), signless],
    "(CN=middle) doesn't belong to an authority",
  ],
  [
    "4.2.1.12",
    "has an issuer only for clients",
    [leafOf(clients), clients],
    "(CN=middle) is not for servers",
  ],
  [
    "4.2",
    "has an issuer with an unknown critical extension",
    [leafOf(odd), odd],
    "(CN=middle) has an unknown critical extension",
  ],
  [
    "6.1",
    "comes with too many others",
    Array.from({ length: 11 }, () => leafOf(root)),
    "sent 11 certificates, but at most 10 are read",
  ],
];

describe("a certificate that breaks the rules", () => {
  it.each(REFUSED)("is rejected by RFC 5280 %s if it %s", async (_section, _how, chain, said) => {
    await expect(check(chain)).rejects.toMatchObject({
      fault: "untrusted",
      chain: chain.map((one) => one.der),
      message: expect.stringContaining(said),
    });
  });

  it("is rejected with any byte changed", async () => {
    const { der: whole } = leafOf(root);
    const { der: authority } = root;
    for (let at = 0; at < whole.length; at++) {
      const bytes = whole.slice();
      bytes[at]! ^= 1 + (at % 255);
      const options = {
        trust: { kind: "authorities", authorities: [authority] },
        serverName: "site.test",
        now: NOW,
      } as const;
      await expect(checkTrust([bytes], options), `byte ${at}`).rejects.toMatchObject({ name: "WireError" });
    }
  });

  it("is rejected in reasonable time among many issuers of the same name", async () => {
    const maze: Identity[] = [];
    for (let i = 0; i < 9; i++) {
      maze.push({ ...authorityOf(maze[0] ?? between, { name: "between" }) });
    }
    await expect(check([leafOf(maze[0]!), ...maze])).rejects.toMatchObject({ fault: "untrusted" });
  });
});

describe("the public authorities", () => {
  it("have unique names and valid keys", () => {
    const subjects = PUBLIC_ROOTS.map((text) => text.split(" ")[0]);
    expect(new Set(subjects).size).toBe(PUBLIC_ROOTS.length);
    for (const text of PUBLIC_ROOTS) {
      const [subject, spki, lastDay] = text.split(" ");
      expect(fromBase64(subject!)?.[0]).toBe(0x30);
      expect(fromBase64(spki!)?.[0]).toBe(0x30);
      expect(Date.parse(lastDay!)).toBeGreaterThan(NOW);
    }
    expect(PUBLIC_ROOTS.join("\n").length).toBeLessThan(15_000);
  });

  it("don't trust a certificate from another authority", async () => {
    const [subject] = PUBLIC_ROOTS[0]!.split(" ");
    expect(concat(fromBase64(subject!)!).length).toBeGreaterThan(0);
    await expect(check([leafOf(root)], { trust: { kind: "public" } })).rejects.toMatchObject({
      message: expect.stringContaining("its issuer is unknown (CN=root)"),
    });
  });
});
