import { utf8 } from "../../lib/bytes.ts";
import { concat, integer, makeCursor, malformedResponse, vector } from "../wire/binary.ts";
import { foreignResponse } from "../wire/first_response.ts";
import type { Wire } from "../wire/wire.ts";

/** MQTT 3.1.1 has protocol level 4. */
export type MqttVersion = 5 | 4;

export const CONNACK = 2;
export const PUBLISH = 3;
export const PINGRESP = 13;
export const DISCONNECT = 14;

export const PING = Uint8Array.of(0xc0, 0);
export const GOODBYE = Uint8Array.of(0xe0, 0);

const MOST_BYTES = 64 * 1024;
const KEEP_ALIVE_SECS = 60;
const FLAG_USER = 0x80;
const FLAG_PASSWORD = 0x40;
const FLAG_CLEAN_START = 2;

interface MqttClient {
  clientId: string;
  user: string;
  password: string;
}

export function formatConnect(
  version: MqttVersion,
  { clientId, user, password }: MqttClient,
): Uint8Array<ArrayBuffer> {
  // Before version 5, a password requires a user name.
  const hasUser = user !== "" || (password !== "" && version < 5);
  const flags = FLAG_CLEAN_START | (hasUser ? FLAG_USER : 0) | (password === "" ? 0 : FLAG_PASSWORD);
  const body = concat(
    text("MQTT"),
    Uint8Array.of(version, flags),
    integer(2, KEEP_ALIVE_SECS),
    ...(version === 5 ? [Uint8Array.of(0)] : []),
    text(clientId),
    ...(hasUser ? [text(user)] : []),
    ...(password === "" ? [] : [text(password)]),
  );
  return concat(Uint8Array.of(0x10), formatLength(body.length), body);
}

export interface MqttPacket {
  kind: number;
  body: Uint8Array;
}

export async function readPacket(wire: Wire): Promise<MqttPacket> {
  const { reader } = wire;
  const [first = 0] = await reader.readExactly(1);
  const kind = first >> 4;
  if (![CONNACK, PUBLISH, PINGRESP, DISCONNECT].includes(kind)) throw foreignResponse(wire, "MQTT", first);
  let length = 0;
  for (let shift = 0; ; shift += 7) {
    const [byte = 0] = await reader.readExactly(1);
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
    if (shift === 21) throw malformedResponse("MQTT");
  }
  if (length > MOST_BYTES) throw malformedResponse("MQTT");
  return { kind, body: await reader.readExactly(length) };
}

export interface MqttReason {
  code: number;
  words: string;
}

/** CONNACK. A server without MQTT 5 responds in its own version, which has just two bytes. */
export function parseConnack(body: Uint8Array): MqttReason {
  const cursor = makeCursor(body, () => malformedResponse("MQTT", "response to CONNECT"));
  cursor.integer(1);
  return { code: cursor.integer(1), words: findReason(cursor.rest()) };
}

export function parseDisconnect(body: Uint8Array): MqttReason {
  return { code: body[0] ?? 0, words: findReason(body.subarray(1)) };
}

const REASON_STRING = 0x1f;
const SIZES: Readonly<Record<number, number>> = {
  17: 4,
  19: 2,
  33: 2,
  34: 2,
  36: 1,
  37: 1,
  39: 4,
  40: 1,
  41: 1,
  42: 1,
};
const USER_PROPERTY = 0x26;

function findReason(properties: Uint8Array): string {
  if (properties.length === 0) return "";
  const cursor = makeCursor(properties, () => malformedResponse("MQTT", "list of properties"));
  // Skips the property list's length (a varint): the list fills the rest of the packet.
  while (cursor.integer(1) >= 0x80);
  while (cursor.left > 0) {
    const id = cursor.integer(1);
    const size = SIZES[id];
    const value = size === undefined ? cursor.vector(2) : cursor.bytes(size);
    if (id === REASON_STRING) return new TextDecoder().decode(value);
    if (id === USER_PROPERTY) cursor.vector(2);
  }
  return "";
}

function text(content: string): Uint8Array<ArrayBuffer> {
  return vector(2, utf8(content));
}

function formatLength(length: number): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let left = length;
  do {
    bytes.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
    left >>= 7;
  } while (left > 0);
  return Uint8Array.from(bytes);
}
