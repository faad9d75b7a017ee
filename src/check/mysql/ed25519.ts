import { createHash } from "node:crypto";
import { utf8 } from "../../lib/bytes.ts";
import { concat } from "../wire/binary.ts";

/**
 * Ed25519 (RFC 8032) as MariaDB uses it: with a password of any length instead of the 32-byte seed, which no platform
 * API supports.
 */

const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** X, Y, Z and T of extended coordinates: x = X/Z, y = Y/Z, xy = T/Z. */
type Point = readonly [bigint, bigint, bigint, bigint];

const BASE_X = 15112221349535400772501151409588531511454012693041857206046113283949847762202n;
const BASE_Y = 46316835694926478169428394003475163141307993866256225615783033603165251855960n;
const BASE: Point = [BASE_X, BASE_Y, 1n, mod(BASE_X * BASE_Y, P)];
const NEUTRAL: Point = [0n, 1n, 1n, 0n];

export function signWithPassword(password: string, message: Uint8Array): Uint8Array {
  const secret = sha512(utf8(password));
  const half = secret.slice(0, 32);
  half[0]! &= 248;
  half[31] = (half[31]! & 127) | 64;
  const scalar = toNumber(half);
  const blind = mod(toNumber(sha512(secret.subarray(32), message)), L);
  const commitment = encode(multiply(blind));
  const challenge = mod(toNumber(sha512(commitment, encode(multiply(scalar)), message)), L);
  return concat(commitment, toBytes(mod(blind + challenge * scalar, L)));
}

function multiply(scalar: bigint): Point {
  let sum = NEUTRAL;
  let doubled = BASE;
  for (let left = scalar; left > 0n; left >>= 1n) {
    if (left & 1n) sum = add(sum, doubled);
    doubled = add(doubled, doubled);
  }
  return sum;
}

function add([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const a = mod((y1 - x1) * (y2 - x2), P);
  const b = mod((y1 + x1) * (y2 + x2), P);
  const c = mod(2n * D * t1 * t2, P);
  const d = mod(2n * z1 * z2, P);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f, P), mod(g * h, P), mod(f * g, P), mod(e * h, P)];
}

function encode([x, y, z]: Point): Uint8Array {
  const inverse = power(z, P - 2n);
  const bytes = toBytes(mod(y * inverse, P));
  bytes[31]! |= Number(mod(x * inverse, P) & 1n) << 7;
  return bytes;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = mod(result * square, P);
    square = mod(square * square, P);
  }
  return result;
}

function mod(value: bigint, by: bigint): bigint {
  const rest = value % by;
  return rest < 0n ? rest + by : rest;
}

function toNumber(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
}

function toBytes(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, i) => Number((value >> BigInt(8 * i)) & 255n));
}

function sha512(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(
    createHash("sha512")
      .update(concat(...parts))
      .digest(),
  );
}
