import { makeByteQueue } from "../../lib/wire/byte_queue.ts";
import type { Reader } from "../../lib/wire/reader.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { concat } from "../wire/binary.ts";
import { readAlert } from "./tls_alert.ts";
import { malformed } from "./tls_bytes.ts";
import type { Opener } from "./tls_keys.ts";

const CHANGE_CIPHER_SPEC = 20;
const ALERT = 21;
export const HANDSHAKE = 22;
const APPLICATION_DATA = 23;
const MAX_RECORD_BYTES = 2 ** 14 + 2048;

export interface Message {
  type: number;
  body: Uint8Array;
  /** Header and body, as the transcript wants it. */
  raw: Uint8Array;
}

export interface MessageReader {
  readMessage(): Promise<Message>;
  /** From here on records are encrypted. */
  decryptWith(opener: Opener): void;
}

/** Cuts the server's records into handshake messages. `maxBytes` bounds what one message may claim to be. */
export function makeMessageReader(reader: Reader, maxBytes: number): MessageReader {
  const waiting = makeByteQueue();
  let open: Opener | null = null;
  let isFirst = true;

  async function readRecord(): Promise<{ type: number; fragment: Uint8Array }> {
    const header = await reader.readExactly(5);
    const [type, major, , high, low] = header as unknown as [number, number, number, number, number];
    const length = high * 256 + low;
    if (type < CHANGE_CIPHER_SPEC || type > APPLICATION_DATA || major !== 3 || length > MAX_RECORD_BYTES) {
      throw isFirst ? notTlsError(concat(header, reader.readArrived())) : malformed("record");
    }
    isFirst = false;
    const fragment = await reader.readExactly(length);
    if (!open || type === CHANGE_CIPHER_SPEC || type === ALERT) return { type, fragment };
    const inner = open(header, fragment);
    const end = inner ? inner.findLastIndex((byte) => byte !== 0) : -1;
    if (!inner || end < 0) throw malformed("encrypted record");
    return { type: inner[end]!, fragment: inner.subarray(0, end) };
  }

  async function readFragment(): Promise<void> {
    const { type, fragment } = await readRecord();
    if (type === HANDSHAKE && fragment.length > 0) return waiting.append(fragment);
    // TLS 1.3 servers send an empty-handed ChangeCipherSpec to please middleboxes.
    if (type === CHANGE_CIPHER_SPEC && fragment.length === 1 && fragment[0] === 1) return;
    if (type !== ALERT) throw malformed("record");
    const refusal = readAlert(fragment);
    if (refusal) throw refusal;
  }

  return {
    async readMessage() {
      while (waiting.length < 4) await readFragment();
      const [type, high, middle, low] = waiting.view() as unknown as [number, number, number, number];
      const length = 4 + high * 65536 + middle * 256 + low;
      if (length > maxBytes) {
        throw new WireError("too_large", `The server announced a handshake message of ${length} bytes.`);
      }
      while (waiting.length < length) await readFragment();
      const raw = waiting.take(length);
      return { type, body: raw.subarray(4), raw };
    },
    decryptWith(opener) {
      if (waiting.length > 0) throw malformed("ServerHello");
      open = opener;
    },
  };
}

const GREETINGS: readonly (readonly [RegExp, string])[] = [
  [/^HTTP\//, "it sent an HTTP answer"],
  [/^<(!doctype|html|\?xml)/i, "it sent a page without TLS"],
  [/^SSH-/, "it is an SSH server"],
  [/^220[ -]/, "it greets like a mail or FTP server, which may want STARTTLS first"],
  [/^\* OK/, "it greets like an IMAP server, which may want STARTTLS first"],
  [/^\+OK/, "it greets like a POP3 server, which may want STARTTLS first"],
];

function notTlsError(bytes: Uint8Array): WireError {
  const text = String.fromCharCode(...bytes.subarray(0, 40)).replace(/[^ -~]+/g, "…");
  const what = GREETINGS.find(([greeting]) => greeting.test(text))?.[1] ?? `it sent "${text}"`;
  return new WireError("not_tls", `The server did not answer with TLS: ${what}.`);
}
