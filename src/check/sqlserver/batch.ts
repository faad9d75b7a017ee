import { concat, littleEndian } from "../wire/binary.ts";
import { formatUtf16 } from "./packet.ts";

export function formatBatch(query: string): Uint8Array<ArrayBuffer> {
  const header = concat(littleEndian(4, 18), littleEndian(2, 2), new Uint8Array(8), littleEndian(4, 1));
  return concat(littleEndian(4, header.length + 4), header, formatUtf16(query));
}
