import { utf8 } from "../../lib/bytes.ts";
import { OwnFault } from "../fault.ts";

/** As databases want text; a zero of its own would let it run into the field behind it. */
export function zeroEnded(text: string): Uint8Array<ArrayBuffer> {
  if (text.includes("\0"))
    throw new OwnFault("User, password, database and query hold no zero character: leave it out.");
  return utf8(`${text}\0`);
}
