import { type BoundedBody, readBounded } from "../../lib/read_bounded.ts";
import type { Probe } from "../check_type.ts";
import { CheckFault } from "../fault.ts";

export async function readBody(
  { signal }: Pick<Probe, "signal">,
  response: Response,
  maxBytes: number,
): Promise<BoundedBody> {
  try {
    return await readBounded(response, { maxBytes, signal });
  } catch (cause) {
    throw new CheckFault("closed", "The connection was lost during the response.", { cause });
  }
}

export function discardBody({ body }: Response): void {
  body?.cancel().catch(() => undefined);
}

export function decodeBody(bytes: Uint8Array, headers: Headers): string {
  const charset = /charset="?([\w-]+)/i.exec(headers.get("Content-Type") ?? "")?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
