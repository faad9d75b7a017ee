import type { Line } from "../../lib/wire/dial.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { concat, makeCursor, uint16s } from "../wire/binary.ts";
import { makeResponse, malformed, PACKET, sendMessage } from "./packet.ts";

const ENCRYPTION = 1;
const END = 0xff;
const ENCRYPT = { off: 0, on: 1, notSupported: 2, required: 3 } as const;

export type Encryption = "none" | "inside" | "strict";

/** Throws if the server wants other encryption, before anything secret is sent. */
export async function exchangePrelogin(line: Line, encryption: Encryption): Promise<void> {
  await sendMessage(line, formatPrelogin(encryption), { type: PACKET.prelogin });
  const chosen = parseEncryption(await readPrelogin(line, encryption));
  // TDS 8 is encrypted from the start, so this field has no meaning.
  if (encryption === "strict") return;
  if (encryption === "inside") {
    if (chosen === ENCRYPT.on || chosen === ENCRYPT.required) return;
    throw new WireError(
      "unsupported",
      "The server doesn't encrypt connections: configure a certificate there. Nothing was sent.",
    );
  }
  if (chosen === ENCRYPT.notSupported) return;
  throw new WireError(
    "unsupported",
    "The server requires encryption: set TLS to on, ca or verify-none. Nothing was sent.",
  );
}

async function readPrelogin({ reader }: Line, encryption: Encryption): Promise<Uint8Array> {
  try {
    return await makeResponse(reader).rest();
  } catch (cause) {
    if (!(cause instanceof WireError) || cause.fault !== "closed" || encryption === "strict") throw cause;
    const message = `${cause.message.slice(0, -1)}: if it requires strict encryption (TDS 8), turn that on.`;
    throw new WireError("closed", message, { cause });
  }
}

function formatPrelogin(encryption: Encryption): Uint8Array<ArrayBuffer> {
  const asked = encryption === "none" ? ENCRYPT.notSupported : ENCRYPT.on;
  const options = [
    new Uint8Array(6),
    Uint8Array.of(asked),
    new Uint8Array(1),
    new Uint8Array(4),
    new Uint8Array(1),
  ];
  let at = options.length * 5 + 1;
  const heads = options.map((option, token) => {
    const head = concat(Uint8Array.of(token), uint16s(at, option.length));
    at += option.length;
    return head;
  });
  return concat(...heads, Uint8Array.of(END), ...options);
}

function parseEncryption(response: Uint8Array): number {
  const fail = () => malformed("first response");
  const cursor = makeCursor(response, fail);
  for (;;) {
    const token = cursor.integer(1);
    if (token === END) throw fail();
    const at = cursor.integer(2);
    const length = cursor.integer(2);
    if (token !== ENCRYPTION) continue;
    const value = response[at];
    if (length !== 1 || value === undefined || value > ENCRYPT.required) throw fail();
    return value;
  }
}
