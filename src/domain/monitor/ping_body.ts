import { REDACTED, redact } from "../../lib/redact.ts";
import { KEPT_BODY_BYTES } from "../../schema/ping.ts";

const COLOURS = new RegExp(String.raw`${String.fromCharCode(27)}\[[\d;]{0,20}[A-Za-z]`, "g");
const CONTROLS = /[^\P{Cc}\n\t]/gu;
/** As scripts print them: password=…, "apiKey": "…", Authorization: Bearer …. */
const NAMED_SECRET =
  /((?:passw(?:or)?d|secret|token|api[_-]?key|credential|authorization|cookie)[\w-]{0,40}["']?\s{0,5}[=:]\s{0,5}["']?(?:bearer |basic )?)[^\s"',;&]+/gi;

export interface PingBody {
  body: string;
  isCut: boolean;
}

export function readPingBody(bytes: Uint8Array): PingBody {
  const isCut = bytes.byteLength > KEPT_BODY_BYTES;
  // A cut character is dropped, as a stream would.
  const text = new TextDecoder().decode(bytes.subarray(0, KEPT_BODY_BYTES), { stream: isCut });
  const plain = text.replace(COLOURS, "").replace(CONTROLS, "");
  return { body: String(redact(plain)).replace(NAMED_SECRET, `$1${REDACTED}`), isCut };
}
