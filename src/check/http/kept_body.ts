import { countBytes, cutText } from "../../lib/cut.ts";
import type { BoundedBody } from "../../lib/read_bounded.ts";
import { redactText } from "../../lib/redact_text.ts";
import type { HttpsConfig } from "../../schema/https_config.ts";
import type { KeptBody } from "../../schema/kept_body.ts";
import type { Probe } from "../check_type.ts";
import { findUrlAuthorization, formatBasic } from "./authorization.ts";
import { decodeBody, readBody } from "./body.ts";

const MOST_BYTES = 2048;
/** More than is kept: a secret that begins in what is kept has to be seen whole to be hidden. */
export const KEPT_LOOK_BYTES = 16 * 1024;
/** A text has hardly a character that is none. */
const MOST_ODD = 0.1;

interface FailedAnswer {
  response: Response;
  /** What was read of it before; null when nothing was. */
  read: BoundedBody | null;
  secrets: readonly string[];
}

/** The beginning of an answer that failed; null where it can't be read. */
export async function keepBody(
  probe: Probe<HttpsConfig>,
  { response, read, secrets }: FailedAnswer,
): Promise<KeptBody | null> {
  const body = read ?? (await readBody(probe, response, KEPT_LOOK_BYTES).catch(() => null));
  if (!body) return null;
  const bytes = body.bytes.subarray(0, KEPT_LOOK_BYTES);
  const isWhole = body.isWhole && bytes.length === body.bytes.length;
  const raw = decodeBody(bytes, response.headers).toWellFormed();
  if (isBinary(raw)) return { text: "", isCut: bytes.length > 0, isBinary: true };
  hideSent(probe, secrets);
  const text = redactText(probe.steps.clean(raw.replaceAll(/[^\P{Cc}\n\t]/gu, "")));
  return {
    text: cutText(text, MOST_BYTES, { measure: countBytes }),
    isCut: !isWhole || countBytes(text) > MOST_BYTES,
    isBinary: false,
  };
}

/** The character that the look ends in the middle of is odd without meaning anything. */
function isBinary(text: string): boolean {
  if (text.includes("\0")) return true;
  const odd = text.match(/[^\P{Cc}\n\r\t]|\ufffd/gu)?.length ?? 0;
  return odd > 1 && odd > text.length * MOST_ODD;
}

/** A server may send back what it was sent, in the form that its own format asks for. */
function hideSent({ steps, config }: Probe<HttpsConfig>, secrets: readonly string[]): void {
  const { basic, url } = { basic: config.auth.type === "basic" ? config.auth.basic : null, url: config.url };
  const headers = [findUrlAuthorization(url), basic && formatBasic(basic.username, basic.password)];
  const tokens = headers.flatMap((header) => header?.split(" ")[1] ?? []);
  for (const secret of [...secrets, ...tokens, new URL(url).password]) {
    for (const form of [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      toHtml(secret),
    ])
      steps.hide(form);
  }
}

function toHtml(text: string): string {
  const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replaceAll(/[&<>"]/g, (char) => names[char] ?? char);
}
