import { REDACTED, redact } from "../../lib/redact.ts";
import { KEPT_BODY_BYTES } from "../../schema/ping.ts";

/** What colours a terminal, and what is no character of a text but a line's end or a tab. */
const COLOURS = new RegExp(String.raw`${String.fromCharCode(27)}\[[\d;]{0,20}[A-Za-z]`, "g");
const CONTROLS = /[^\P{Cc}\n\t]/gu;
/** Such as password=…, "apiKey": "…" or Authorization: Bearer …, as scripts print them. */
const NAMED_SECRET =
  /((?:passw(?:or)?d|secret|token|api[_-]?key|credential|authorization|cookie)[\w-]{0,40}["']?\s{0,5}[=:]\s{0,5}["']?(?:bearer |basic )?)[^\s"',;&]+/gi;

export interface PingBody {
  body: string;
  isCut: boolean;
}

/** What a job printed, as it may be kept: no more than is shown, and nothing that reads like a secret. */
export function readPingBody(bytes: Uint8Array): PingBody {
  const isCut = bytes.byteLength > KEPT_BODY_BYTES;
  // A character that was cut through is left out, as a stream's would be.
  const text = new TextDecoder().decode(bytes.subarray(0, KEPT_BODY_BYTES), { stream: isCut });
  const plain = text.replace(COLOURS, "").replace(CONTROLS, "");
  return { body: String(redact(plain)).replace(NAMED_SECRET, `$1${REDACTED}`), isCut };
}
