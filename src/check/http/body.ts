import { abortable } from "../../lib/wire/abortable.ts";
import type { Probe } from "../check_type.ts";
import { CheckFault } from "../fault.ts";
import { concat } from "../wire/binary.ts";

export interface Body {
  bytes: Uint8Array<ArrayBuffer>;
  /** False when more came than was asked for, or was announced; the rest was not read. */
  isWhole: boolean;
}

/** At most `maxBytes` of an answer's body. */
export async function readBody(
  { signal }: Pick<Probe, "signal">,
  { body }: Response,
  maxBytes: number,
): Promise<Body> {
  if (!body) return { bytes: new Uint8Array(), isWhole: true };
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let room = maxBytes;
  try {
    for (;;) {
      const { done, value } = await abortable(reader.read(), signal);
      if (done) return { bytes: concat(...parts), isWhole: true };
      parts.push(value.subarray(0, room));
      room -= value.length;
      if (room < 0) return { bytes: concat(...parts), isWhole: false };
    }
  } catch (cause) {
    throw new CheckFault("closed", "The connection broke in the middle of the answer.", { cause });
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

export function discardBody({ body }: Response): void {
  body?.cancel().catch(() => undefined);
}

/** As text, in the character set its media type names. */
export function decodeBody(bytes: Uint8Array, headers: Headers): string {
  const charset = /charset="?([\w-]+)/i.exec(headers.get("Content-Type") ?? "")?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
