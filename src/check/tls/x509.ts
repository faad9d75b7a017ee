import { toHex } from "../../lib/bytes.ts";
import {
  BIT_STRING,
  BOOLEAN,
  type Der,
  INTEGER,
  listDer,
  OBJECT_ID,
  OCTET_STRING,
  parseDer,
  parseTime,
  SEQUENCE,
} from "./der.ts";
import type { Signature } from "./tls_signature.ts";

export interface X509 {
  der: Uint8Array;
  issuer: Uint8Array;
  subject: Uint8Array;
  spki: Uint8Array;
  validFrom: number;
  validTo: number;
  proof: Signature | null;
  authority: { maxBelow: number } | null;
  /** Bits of keyUsage, first bit first; null without restriction. */
  keyUsage: string | null;
  purposes: string[] | null;
  nameConstraints: Uint8Array | null;
  unknown: string[];
}

const RSA_PSS = "2a864886f70d01010a";
const SHA = "60864801650304020";
const SCHEMES: Readonly<Record<string, number>> = {
  "2a864886f70d01010b": 0x0401,
  "2a864886f70d01010c": 0x0501,
  "2a864886f70d01010d": 0x0601,
  "2a8648ce3d040302": 0x0403,
  "2a8648ce3d040303": 0x0503,
  "2a8648ce3d040304": 0x0603,
  "2b6570": 0x0807,
};
const PSS_SCHEMES: Readonly<Record<string, number>> = {
  [`${SHA}1`]: 0x0804,
  [`${SHA}2`]: 0x0805,
  [`${SHA}3`]: 0x0806,
};

const KEY_USAGE = "551d0f";
const ALTERNATIVE_NAMES = "551d11";
const BASIC_CONSTRAINTS = "551d13";
const NAME_CONSTRAINTS = "551d1e";
const EXTENDED_KEY_USAGE = "551d25";
/** Policy extensions have no effect unless the verifier requires a policy. */
const POLICIES: readonly string[] = ["551d20", "551d21", "551d24", "551d36"];

const VERSION = 0xa0;
const EXTENSIONS = 0xa3;

export function parseX509(der: Uint8Array): X509 {
  const [signed, algorithm, signature] = listDer(parseDer(der, SEQUENCE).body);
  const fields = listDer(expect(signed, SEQUENCE).body);
  if (fields[0]?.tag === VERSION) fields.shift();
  const [, innerAlgorithm, issuer, validity, subject, spki, ...more] = fields;
  const isOneAlgorithm = toHex(innerAlgorithm?.whole ?? der) === toHex(expect(algorithm, SEQUENCE).whole);
  const [from, to] = listDer(expect(validity, SEQUENCE).body);
  if (!isOneAlgorithm || !from || !to) throw new Error("The certificate can't be read.");
  return {
    der,
    issuer: expect(issuer, SEQUENCE).whole,
    subject: expect(subject, SEQUENCE).whole,
    spki: expect(spki, SEQUENCE).whole,
    validFrom: parseTime(from),
    validTo: parseTime(to),
    proof: findProof(algorithm!, signed!.whole, expect(signature, BIT_STRING).body.subarray(1)),
    ...parseExtensions(more.find(({ tag }) => tag === EXTENSIONS)),
  };
}

function expect(element: Der | undefined, tag: number): Der {
  if (element?.tag !== tag) throw new Error("The certificate can't be read.");
  return element;
}

function findProof(algorithm: Der, signed: Uint8Array, signature: Uint8Array): Signature | null {
  const [id, parameters] = listDer(algorithm.body);
  const name = toHex(expect(id, OBJECT_ID).body);
  if (name === RSA_PSS) {
    const pss = parameters ? parsePss(parameters) : null;
    return pss && { ...pss, signed, signature };
  }
  const scheme = SCHEMES[name];
  return scheme === undefined ? null : { scheme, signed, signature };
}

/** The default hash is SHA-1. */
function parsePss(parameters: Der): Pick<Signature, "scheme" | "saltBytes"> | null {
  const fields = listDer(parameters.body);
  const hash = fields.find(({ tag }) => tag === 0xa0);
  const salt = fields.find(({ tag }) => tag === 0xa2);
  const [id] = hash ? listDer(parseDer(hash.body, SEQUENCE).body) : [];
  const scheme = id && PSS_SCHEMES[toHex(id.body)];
  const saltBytes = salt ? readNumber(parseDer(salt.body, INTEGER)) : 20;
  return scheme ? { scheme, saltBytes } : null;
}

function readNumber({ body }: Der): number {
  if (body.length > 4) throw new Error("The number is too large.");
  return body.reduce((sum, byte) => sum * 256 + byte, 0);
}

type Extensions = Pick<X509, "authority" | "keyUsage" | "purposes" | "nameConstraints" | "unknown">;

function parseExtensions(element: Der | undefined): Extensions {
  const found: Extensions = {
    authority: null,
    keyUsage: null,
    purposes: null,
    nameConstraints: null,
    unknown: [],
  };
  const seen = new Set<string>();
  for (const extension of element ? listDer(parseDer(element.body, SEQUENCE).body) : []) {
    const parts = listDer(expect(extension, SEQUENCE).body);
    const id = toHex(expect(parts[0], OBJECT_ID).body);
    const isCritical = parts[1]?.tag === BOOLEAN && parts[1].body[0] !== 0;
    const value = expect(parts.at(-1), OCTET_STRING).body;
    if (seen.has(id)) throw new Error("An extension comes twice.");
    seen.add(id);
    if (id === BASIC_CONSTRAINTS) found.authority = parseBasicConstraints(value);
    else if (id === KEY_USAGE) found.keyUsage = parseBits(parseDer(value, BIT_STRING).body);
    else if (id === EXTENDED_KEY_USAGE) {
      found.purposes = listDer(parseDer(value, SEQUENCE).body).map(({ body }) => toHex(body));
    } else if (id === NAME_CONSTRAINTS) found.nameConstraints = value;
    else if (isCritical && id !== ALTERNATIVE_NAMES && !POLICIES.includes(id)) found.unknown.push(id);
  }
  return found;
}

function parseBasicConstraints(value: Uint8Array): X509["authority"] {
  const [isAuthority, length] = listDer(parseDer(value, SEQUENCE).body);
  if (isAuthority?.tag !== BOOLEAN || isAuthority.body[0] === 0) return null;
  return { maxBelow: length ? readNumber(expect(length, INTEGER)) : Number.POSITIVE_INFINITY };
}

function parseBits(body: Uint8Array): string {
  return Array.from(body.subarray(1, 3), (byte) => byte.toString(2).padStart(8, "0")).join("");
}
