import { utf8 } from "../../lib/bytes.ts";
import { OwnFault } from "../fault.ts";

/** An embedded zero would spill into the next field. */
export function zeroEnded(text: string): Uint8Array<ArrayBuffer> {
  if (text.includes("\0"))
    throw new OwnFault("User, password, database and query can't contain null characters.");
  return utf8(`${text}\0`);
}
