const BIAS = 6176;

/** IEEE 754 decimal128 with a binary integer significand, little-endian. */
export function formatDecimal128(bytes: Uint8Array): string {
  const bits = bytes.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
  const sign = bits >> 127n ? "-" : "";
  const top = Number((bits >> 122n) & 0x1fn);
  if (top === 0x1f) return "NaN";
  if (top === 0x1e) return `${sign}Infinity`;
  // The other form encodes only out-of-range significands, which count as zero.
  const isPlain = top < 0x18;
  const digits = isPlain ? String(bits & ((1n << 113n) - 1n)) : "0";
  const exponent = Number((bits >> (isPlain ? 113n : 111n)) & 0x3fffn) - BIAS;
  if (exponent === 0) return sign + digits;
  if (exponent > 0 || exponent < -40) return `${sign}${digits}E${exponent > 0 ? "+" : ""}${exponent}`;
  const padded = digits.padStart(1 - exponent, "0");
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}
