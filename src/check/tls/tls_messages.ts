import { makeByteQueue, type Reader } from "../../lib/wire/reader.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { concat } from "../wire/binary.ts";
import { APPLICATION_DATA, type Opener } from "./tls_aead.ts";
import { isCloseNotify, readAlert } from "./tls_alert.ts";
import { malformed } from "./tls_bytes.ts";

const CHANGE_CIPHER_SPEC = 20;
export const ALERT = 21;
export const HANDSHAKE = 22;
const MAX_TEXT_BYTES = 2 ** 14;
const MAX_RECORD_BYTES = MAX_TEXT_BYTES + 2048;
const MAX_IDLE_RECORDS = 32;

export interface Message {
  type: number;
  body: Uint8Array;
  raw: Uint8Array;
}

export interface MessageReader {
  readMessage(): Promise<Message>;
  readContent(): Promise<Message | Uint8Array | null>;
  readChangeCipherSpec(): Promise<void>;
  /** TLS 1.3 servers send meaningless ones during the handshake for the sake of middleboxes. */
  ignoreChangeCipherSpec(isIgnored: boolean): void;
  decryptWith(opener: Opener): void;
}

interface TlsRecord {
  type: number;
  fragment: Uint8Array;
}

export function makeMessageReader(reader: Reader, maxBytes: number): MessageReader {
  const records = makeRecordReader(reader);
  const waiting = makeByteQueue();
  let idleRecords = 0;
  let takenBytes = 0;

  async function readPiece(): Promise<Uint8Array | "closed" | null> {
    const { type, fragment } = await records.read();
    if (++idleRecords > MAX_IDLE_RECORDS) throw malformed("run of empty records");
    if (type === HANDSHAKE && fragment.length > 0) {
      idleRecords = 0;
      takenBytes += fragment.length;
      if (takenBytes > maxBytes) throw floodError();
      waiting.append(fragment);
      return null;
    }
    // Other record types must not interrupt a fragmented message.
    if (waiting.length > 0 && type !== ALERT) throw malformed("handshake message");
    if (type === APPLICATION_DATA && records.isEncrypted()) {
      if (fragment.length > 0) idleRecords = 0;
      return fragment;
    }
    if (type === CHANGE_CIPHER_SPEC && records.ignoresChange() && isChange(fragment)) return null;
    if (type !== ALERT) throw malformed("record");
    if (isCloseNotify(fragment)) return "closed";
    const refusal = readAlert(fragment);
    if (refusal) throw refusal;
    return null;
  }

  function findMessage(): Message | null {
    if (waiting.length < 4) return null;
    const [type, high, middle, low] = waiting.view() as unknown as [number, number, number, number];
    const length = 4 + high * 65536 + middle * 256 + low;
    if (length > maxBytes) {
      throw new WireError("too_large", `The server announced a handshake message of ${length} bytes.`);
    }
    if (waiting.length < length) return null;
    const raw = waiting.take(length);
    return { type, body: raw.subarray(4), raw };
  }

  async function readContent(): Promise<Message | Uint8Array | null> {
    for (;;) {
      const message = findMessage();
      if (message) return message;
      const piece = await readPiece();
      if (piece === "closed") return null;
      if (piece && piece.length > 0) return piece;
    }
  }

  return {
    readContent,
    async readMessage() {
      const content = await readContent();
      if (content === null)
        throw new WireError("refused", "The server refused the handshake: close notify (0).");
      if (content instanceof Uint8Array) throw malformed("record");
      return content;
    },
    async readChangeCipherSpec() {
      if (waiting.length > 0) throw malformed("handshake message");
      const { type, fragment } = await records.read();
      const refusal = type === ALERT ? readAlert(fragment) : null;
      if (refusal) throw refusal;
      if (type !== CHANGE_CIPHER_SPEC || !isChange(fragment)) throw malformed("ChangeCipherSpec");
    },
    ignoreChangeCipherSpec: records.ignoreChange,
    decryptWith(opener) {
      if (waiting.length > 0) throw malformed(records.isEncrypted() ? "handshake message" : "ServerHello");
      records.decryptWith(opener);
    },
  };
}

function makeRecordReader(reader: Reader) {
  let open: Opener | null = null;
  let isFirst = true;
  let ignoresChange = true;

  async function read(): Promise<TlsRecord> {
    const header = await reader.readExactly(5);
    const [type, major, , high, low] = header as unknown as [number, number, number, number, number];
    const length = high * 256 + low;
    if (type < CHANGE_CIPHER_SPEC || type > APPLICATION_DATA || major !== 3 || length > MAX_RECORD_BYTES) {
      throw isFirst ? notTlsError(concat(header, reader.readArrived())) : malformed("record");
    }
    isFirst = false;
    const fragment = await reader.readExactly(length);
    const isClear = !open || (type === CHANGE_CIPHER_SPEC && ignoresChange);
    return checkSize(isClear ? { type, fragment } : decrypt(header, fragment));
  }

  function decrypt(header: Uint8Array, fragment: Uint8Array): TlsRecord {
    const inner = open?.(header, fragment);
    if (!inner) throw malformed("encrypted record");
    if (inner.length > MAX_TEXT_BYTES + 1) throw overflow();
    const end = inner.findLastIndex((byte) => byte !== 0);
    if (end < 0) throw malformed("encrypted record");
    return { type: inner[end]!, fragment: inner.subarray(0, end) };
  }

  return {
    read,
    isEncrypted: () => open !== null,
    ignoresChange: () => ignoresChange,
    ignoreChange(isIgnored: boolean): void {
      ignoresChange = isIgnored;
    },
    decryptWith(opener: Opener): void {
      open = opener;
    },
  };
}

const isChange = (fragment: Uint8Array) => fragment.length === 1 && fragment[0] === 1;

function checkSize(record: TlsRecord): TlsRecord {
  if (record.fragment.length > MAX_TEXT_BYTES) throw overflow();
  return record;
}

function overflow(): WireError {
  return new WireError("too_large", "The server violated the TLS protocol: a record holds more than 16 KB.");
}

function floodError(): WireError {
  return new WireError("too_large", "The server sent more handshake messages than a connection needs.");
}

const GREETINGS: readonly (readonly [RegExp, string])[] = [
  [/^HTTP\//, "it sent an HTTP response"],
  [/^<(!doctype|html|\?xml)/i, "it sent a page without TLS"],
  [/^SSH-/, "it is an SSH server"],
  [/^220[ -]/, "it greets like an email or FTP server, which may want STARTTLS first"],
  [/^\* OK/, "it greets like an IMAP server, which may want STARTTLS first"],
  [/^\+OK/, "it greets like a POP3 server, which may want STARTTLS first"],
];

function notTlsError(bytes: Uint8Array): WireError {
  const text = String.fromCharCode(...bytes.subarray(0, 40)).replace(/[^ -~]+/g, "…");
  const what = GREETINGS.find(([greeting]) => greeting.test(text))?.[1] ?? `it sent "${text}"`;
  return new WireError("not_tls", `The server didn't respond with TLS: ${what}.`);
}
