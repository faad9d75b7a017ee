import type { Line } from "../../lib/wire/dial.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { quote } from "../quote.ts";
import { type Cursor, concat, littleEndian, makeCursor, malformedResponse } from "../wire/binary.ts";

export interface PacketLine {
  readHeader(): Promise<number>;
  readPart(length: number): Promise<Uint8Array>;
  read(): Promise<Uint8Array>;
  write(...parts: readonly Uint8Array[]): Promise<void>;
  command(code: number, ...parts: readonly Uint8Array[]): Promise<void>;
}

export function makePacketLine(line: Pick<Line, "reader" | "write">, sequence = 0): PacketLine {
  let next = sequence;

  async function readHeader(): Promise<number> {
    const header = makeCursor(await line.reader.readExactly(4), malformed);
    const length = header.littleEndian(3);
    if (header.integer(1) !== next) throw malformed();
    next = (next + 1) & 0xff;
    return length;
  }

  async function write(...parts: readonly Uint8Array[]): Promise<void> {
    const body = concat(...parts);
    await line.write(concat(littleEndian(3, body.length), Uint8Array.of(next), body));
    next = (next + 1) & 0xff;
  }

  return {
    readHeader,
    readPart: (length) => line.reader.readExactly(length),
    read: async () => line.reader.readExactly(await readHeader()),
    write,
    async command(code, ...parts) {
      next = 0;
      await write(Uint8Array.of(code), ...parts);
    },
  };
}

export function malformed(): WireError {
  return malformedResponse("MySQL", "packet");
}

export function cursorOf(packet: Uint8Array): Cursor {
  return makeCursor(packet, malformed);
}

export function isError(packet: Uint8Array): boolean {
  return packet[0] === 0xff;
}

export function isEnd(packet: Uint8Array): boolean {
  return packet[0] === 0xfe && packet.length < 9;
}

export function toWireError(packet: Uint8Array, usual: string): WireError {
  const cursor = cursorOf(packet);
  cursor.integer(1);
  const code = cursor.littleEndian(2);
  const message = new TextDecoder().decode(cursor.rest()).replace(/^#.{5}/, "");
  return new WireError(
    "refused",
    `The server reported ${quote(message)} (${code}): ${ADVICE[code] ?? usual}.`,
  );
}

const ACCESS = "check the user, password, allowed hosts and whether TLS is required";

const ADVICE: Record<number, string> = {
  1040: "too many connections: close some or raise max_connections",
  1044: "check the database name and grant the user access",
  1045: ACCESS,
  1049: "check the database name",
  1129: "run FLUSH HOSTS on it and find out why checks failed",
  1130: "allow the user to connect from other hosts",
  1142: "grant the user access to the queried tables",
  1203: "raise max_user_connections",
  1698: ACCESS,
  1792: "checks are read-only: use a query that changes nothing",
  3159: "turn TLS on",
};
