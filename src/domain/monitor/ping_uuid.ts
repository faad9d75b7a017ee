import { fromHex, sha256, toHex } from "../../lib/bytes.ts";

const PATTERN = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const ID_BYTES = 4;

/**
 * UUID form for clients of other services: the monitor's number, then part of the token's hash. Not stored;
 * changes with the token.
 */
export async function toPingUuid(id: number, token: string): Promise<string> {
  const hash = await sha256(`ping/${token}`);
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setUint32(0, id);
  bytes.set(hash.subarray(0, bytes.length - ID_BYTES), ID_BYTES);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = toHex(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

export function idOfPingUuid(uuid: string): number | null {
  if (!PATTERN.test(uuid)) return null;
  return new DataView(fromHex(uuid.slice(0, 2 * ID_BYTES)).buffer).getUint32(0);
}
