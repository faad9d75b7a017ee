import { WireError } from "../../lib/wire/wire_error.ts";
import { concat, littleEndian } from "../wire/binary.ts";
import { cursorOf, isError, type PacketLine, toWireError } from "./packet.ts";

export const CAPABILITY = {
  longPassword: 1,
  withDatabase: 8,
  protocol41: 0x200,
  tls: 0x800,
  transactions: 0x2000,
  secureConnection: 0x8000,
  multiResults: 0x20000,
  pluginAuth: 0x80000,
} as const;

const { longPassword, protocol41, transactions, secureConnection, multiResults, pluginAuth } = CAPABILITY;
const ASKED = longPassword | protocol41 | transactions | secureConnection | multiResults | pluginAuth;

/** utf8mb4, which every server knows since 5.5. */
const CHARSET = 45;

export interface Greeting {
  capabilities: number;
  plugin: string;
  scramble: Uint8Array;
}

export async function readGreeting(packets: PacketLine): Promise<Greeting> {
  const packet = await packets.read();
  if (isError(packet)) throw toWireError(packet, "check the server's settings");
  const cursor = cursorOf(packet);
  if (cursor.integer(1) !== 10) {
    throw new WireError("malformed", "This isn't a MySQL server: check the host and port.");
  }
  cursor.untilZero();
  cursor.bytes(4);
  const begin = cursor.bytes(8);
  cursor.bytes(1);
  const lower = cursor.littleEndian(2);
  cursor.bytes(3);
  const capabilities = lower + cursor.littleEndian(2) * 0x10000;
  const length = cursor.integer(1);
  cursor.bytes(10);
  const end = cursor.bytes(Math.max(13, length - 8));
  const plugin = has(capabilities, pluginAuth) ? new TextDecoder().decode(cursor.untilZero()) : "";
  if (!has(capabilities, protocol41) || !has(capabilities, secureConnection)) {
    throw new WireError("unsupported", "The server is too old: checks need MySQL 5.5 or later.");
  }
  return { capabilities, plugin, scramble: concat(begin, end).subarray(0, 20) };
}

/** The greeting arrives in the clear; the SSL request that follows switches to TLS. */
export async function beginTls(packets: PacketLine): Promise<Greeting> {
  const greeting = await readGreeting(packets);
  if (!has(greeting.capabilities, CAPABILITY.tls)) {
    throw new WireError(
      "refused",
      "The server has no TLS: configure a certificate (ssl_cert), or set TLS to off here.",
    );
  }
  await packets.write(formatClient(CAPABILITY.tls));
  return greeting;
}

export function formatClient(more: number): Uint8Array {
  return concat(
    littleEndian(4, ASKED | more),
    littleEndian(4, 0x1000000),
    Uint8Array.of(CHARSET),
    new Uint8Array(23),
  );
}

export function has(capabilities: number, one: number): boolean {
  return (capabilities & one) !== 0;
}
