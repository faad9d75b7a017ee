import { utf8 } from "../../lib/bytes.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { type FirstValue, MAX_VALUE_BYTES } from "../database/query_result.ts";
import { cursorOf, isEnd, isError, malformed, type PacketLine, toWireError } from "./packet.ts";

const COM_QUERY = 3;
const NULL = 0xfb;
const USUAL = "check the query";

export async function makeReadOnly(packets: PacketLine): Promise<void> {
  await packets.command(COM_QUERY, utf8("SET SESSION TRANSACTION READ ONLY"));
  const packet = await packets.read();
  if (packet[0] !== 0 && !isError(packet)) throw malformed();
}

export async function query(packets: PacketLine, text: string): Promise<FirstValue> {
  await packets.command(COM_QUERY, utf8(text));
  const begin = await packets.read();
  if (isError(begin)) throw toWireError(begin, USUAL);
  if (begin[0] === 0) return undefined;
  if (begin[0] === NULL) {
    throw new WireError("unsupported", "The query wants to read a file of the client: use a SELECT.");
  }
  const columns = readLength(begin);
  for (let left = columns.value; left > 0; left--) failAtError(await packets.read());
  if (!isEnd(await packets.read())) throw malformed();
  return await readFirstRow(packets);
}

async function readFirstRow(packets: PacketLine): Promise<FirstValue> {
  const length = await packets.readHeader();
  const row = await packets.readPart(Math.min(length, MAX_VALUE_BYTES));
  failAtError(row);
  if (row.length === length && isEnd(row)) return undefined;
  const value = readValue(row);
  // After a truncated row the stream is out of step.
  if (row.length < length) return value;
  const next = await packets.readHeader();
  if (next < MAX_VALUE_BYTES) failAtError(await packets.readPart(next));
  return value;
}

function failAtError(packet: Uint8Array): void {
  if (isError(packet)) throw toWireError(packet, USUAL);
}

function readValue(row: Uint8Array): string | null {
  if (row[0] === NULL) return null;
  const { value: length, size } = readLength(row);
  const bytes = row.subarray(size, size + length);
  if (bytes.length < length && row.length < MAX_VALUE_BYTES) throw malformed();
  return new TextDecoder().decode(bytes);
}

function readLength(packet: Uint8Array): { value: number; size: number } {
  const cursor = cursorOf(packet);
  const first = cursor.integer(1);
  if (first < NULL) return { value: first, size: 1 };
  const size = { 252: 2, 253: 3, 254: 8 }[first];
  if (size === undefined) throw malformed();
  return { value: cursor.littleEndian(size), size: size + 1 };
}
