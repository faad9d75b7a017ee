import { utf8 } from "../../lib/bytes.ts";
import { concat } from "../wire/binary.ts";
import { foreignResponse } from "../wire/first_response.ts";
import type { Wire } from "../wire/wire.ts";

export interface RespReply {
  isError: boolean;
  text: string;
}

export function formatCommand(...words: readonly string[]): Uint8Array<ArrayBuffer> {
  const parts = words.map(utf8).flatMap((word) => [utf8(`$${word.length}\r\n`), word, utf8("\r\n")]);
  return concat(utf8(`*${words.length}\r\n`), ...parts);
}

export async function readReply(wire: Wire): Promise<RespReply> {
  const [first = 0] = await wire.reader.readExactly(1);
  const kind = String.fromCharCode(first);
  if (kind !== "+" && kind !== "-") throw foreignResponse(wire, "Redis", first);
  return { isError: kind === "-", text: await wire.reader.readLine() };
}
