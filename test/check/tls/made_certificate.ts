import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { concat, integer } from "../../../src/check/wire/binary.ts";
import { utf8 } from "../../../src/lib/bytes.ts";

export interface Identity {
  der: Uint8Array;
  name: string;
  key: KeyObject;
  publicKey: KeyObject;
}

export interface IdentityWish {
  name?: string;
  kind?: "p256" | "p384" | "rsa" | "ed25519";
  issuer?: Identity;
  from?: number;
  to?: number;
  names?: readonly string[];
  isAuthority?: boolean;
  maxBelow?: number;
  usage?: string;
  purposes?: readonly string[];
  /** Added unchanged: id in hex, value, whether it is critical. */
  extensions?: readonly (readonly [string, Uint8Array, boolean?])[];
  isSha1?: boolean;
  isForged?: boolean;
}

export const NOW = Date.UTC(2026, 5, 1);
export const hex = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));

export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const body = concat(...parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return concat(Uint8Array.of(tag, ...size), body);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const nameOf = (name: string) => sequence(der(0x31, sequence(der(6, hex("550403")), der(0x0c, utf8(name)))));
const timeOf = (at: number) =>
  der(0x18, utf8(`${new Date(at).toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`));

const ALGORITHMS = {
  rsa: ["2a864886f70d01010b", "sha256"],
  p256: ["2a8648ce3d040302", "sha256"],
  p384: ["2a8648ce3d040302", "sha256"],
  ed25519: ["2b6570", null],
  sha1: ["2a8648ce3d0401", "sha1"],
} as const;

function makeKeys(kind: NonNullable<IdentityWish["kind"]>) {
  if (kind === "rsa") return generateKeyPairSync("rsa", { modulusLength: 2048 });
  if (kind === "ed25519") return generateKeyPairSync("ed25519");
  return generateKeyPairSync("ec", { namedCurve: kind === "p256" ? "P-256" : "P-384" });
}

function kindOf(key: KeyObject): "p256" | "rsa" | "ed25519" {
  if (key.asymmetricKeyType === "rsa") return "rsa";
  return key.asymmetricKeyType === "ed25519" ? "ed25519" : "p256";
}

let serial = 0x4000;

export function makeIdentity(wish: IdentityWish = {}): Identity {
  const {
    name = "leaf",
    kind = "p256",
    issuer,
    from = Date.UTC(2026, 0, 1),
    to = Date.UTC(2027, 0, 1),
  } = wish;
  const { privateKey, publicKey } = makeKeys(kind);
  const signer = issuer?.key ?? privateKey;
  const [id, hash] = ALGORITHMS[wish.isSha1 ? "sha1" : kindOf(signer)];
  const algorithm = sequence(der(6, hex(id)));
  const body = sequence(
    der(0xa0, der(2, integer(1, 2))),
    der(2, integer(2, serial++)),
    algorithm,
    nameOf(issuer?.name ?? name),
    sequence(timeOf(from), timeOf(to)),
    nameOf(name),
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...formatExtensions(wish))),
  );
  const signature = Uint8Array.from(sign(hash, body, signer));
  if (wish.isForged) signature[signature.length - 1]! ^= 1;
  return {
    der: sequence(body, algorithm, der(3, Uint8Array.of(0), signature)),
    name,
    key: privateKey,
    publicKey,
  };
}

function formatExtensions(wish: IdentityWish): Uint8Array[] {
  const { isAuthority = false, maxBelow, names = isAuthority ? [] : ["site.test"], usage, purposes } = wish;
  const found: (readonly [string, Uint8Array, boolean?])[] = [];
  if (isAuthority) {
    const below = maxBelow === undefined ? [] : [der(2, integer(1, maxBelow))];
    found.push(["551d13", sequence(der(1, Uint8Array.of(255)), ...below), true]);
  }
  if (names.length > 0) found.push(["551d11", sequence(...names.map((name) => der(0x82, utf8(name))))]);
  if (usage) found.push(["551d0f", der(3, Uint8Array.of(0, Number.parseInt(usage.padEnd(8, "0"), 2)))]);
  if (purposes) found.push(["551d25", sequence(...purposes.map((id) => der(6, hex(id))))]);
  return [...found, ...(wish.extensions ?? [])].map(([id, value, isCritical = false]) =>
    sequence(der(6, hex(id)), ...(isCritical ? [der(1, Uint8Array.of(255))] : []), der(4, value)),
  );
}
