import { countBytes, cutText } from "../../lib/cut.ts";
import { redactText } from "../../lib/redact_text.ts";
import type { BoundedBody } from "../../lib/wire/reader.ts";
import type { RequestConfig } from "../../schema/https_config.ts";
import type { KeptBody } from "../../schema/kept_body.ts";
import type { Probe } from "../check_type.ts";
import { decodeBody, readBody } from "./request.ts";

const MOST_BYTES = 2048;
/** More than is kept, because a secret that crosses the cut must be seen whole to be hidden. */
export const KEPT_LOOK_BYTES = 16 * 1024;
const MOST_ODD = 0.1;

interface FailedResult {
  response: Response;
  read: BoundedBody | null;
}

export async function keepBody(
  probe: Probe<RequestConfig>,
  { response, read }: FailedResult,
): Promise<KeptBody | null> {
  const body = read ?? (await readBody(probe, response, KEPT_LOOK_BYTES).catch(() => null));
  if (!body) return null;
  const bytes = body.bytes.subarray(0, KEPT_LOOK_BYTES);
  const isWhole = body.isWhole && bytes.length === body.bytes.length;
  const raw = decodeBody(bytes, response.headers).toWellFormed();
  if (isBinary(raw)) return { text: "", isCut: bytes.length > 0, isBinary: true };
  const text = redactText(probe.steps.clean(raw.replaceAll(/[^\P{Cc}\n\t]/gu, "")));
  return {
    text: cutText(text, MOST_BYTES, { measure: countBytes }),
    isCut: !isWhole || countBytes(text) > MOST_BYTES,
    isBinary: false,
  };
}

/** The last character may be cut in half, so a single odd one does not count. */
function isBinary(text: string): boolean {
  if (text.includes("\0")) return true;
  const odd = text.match(/[^\P{Cc}\n\r\t]|\ufffd/gu)?.length ?? 0;
  return odd > 1 && odd > text.length * MOST_ODD;
}
