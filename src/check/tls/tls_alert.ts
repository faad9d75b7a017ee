import { WireError } from "../../lib/wire/wire_error.ts";

const NAMES: Readonly<Record<number, string>> = {
  0: "close notify",
  10: "unexpected message",
  20: "bad record MAC",
  21: "decryption failed",
  22: "record overflow",
  30: "decompression failure",
  40: "handshake failure",
  42: "bad certificate",
  43: "unsupported certificate",
  44: "certificate revoked",
  45: "certificate expired",
  46: "certificate unknown",
  47: "illegal parameter",
  48: "unknown CA",
  49: "access denied",
  50: "decode error",
  51: "decrypt error",
  60: "export restriction",
  70: "protocol version",
  71: "insufficient security",
  80: "internal error",
  86: "inappropriate fallback",
  90: "user canceled",
  100: "no renegotiation",
  109: "missing extension",
  110: "unsupported extension",
  111: "certificate unobtainable",
  112: "unrecognized name",
  113: "bad certificate status response",
  114: "bad certificate hash value",
  115: "unknown PSK identity",
  116: "certificate required",
  120: "no application protocol",
  121: "ECH required",
};

const HINTS: Readonly<Record<number, string>> = {
  40: " It may have no certificate for this name, or no cipher in common.",
  70: " It speaks neither TLS 1.2 nor TLS 1.3.",
  80: " See the server's log.",
  112: " It has no certificate for this name.",
  120: " It doesn't speak HTTP.",
};

const WARNING = 1;
const USER_CANCELED = 90;
const UNRECOGNIZED_NAME = 112;

export function isCloseNotify(body: Uint8Array): boolean {
  return body.length === 2 && body[1] === 0;
}

/** Null for warnings: the server goes on with its default certificate, or is about to close properly. */
export function readAlert(body: Uint8Array): WireError | null {
  const [level, code] = body;
  if (level === undefined || code === undefined || body.length > 2) {
    return new WireError("malformed", "The server violated the TLS protocol: its alert can't be read.");
  }
  if (level === WARNING && (code === UNRECOGNIZED_NAME || code === USER_CANCELED)) return null;
  const name = `${NAMES[code] ?? "unknown alert"} (${code})`;
  return new WireError("refused", `The server refused the handshake: ${name}.${HINTS[code] ?? ""}`);
}
