import { utf8 } from "../../lib/bytes.ts";
import type { Line } from "../../lib/wire/dial.ts";
import { integer, malformedResponse } from "../wire/binary.ts";
import {
  ENUMERATED,
  formatElement,
  INTEGER,
  makeBerCursor,
  OCTETS,
  readElement,
  readSequence,
  readSmall,
  readTagged,
  SEQUENCE,
} from "./ber.ts";

const BIND_REQUEST = 0x60;
export const BIND_RESPONSE = 0x61;
const UNBIND_REQUEST = 0x42;
const EXTENDED_REQUEST = 0x77;
export const EXTENDED_RESPONSE = 0x78;
const REQUEST_NAME = 0x80;
const SIMPLE = 0x80;
const VERSION = 3;
const START_TLS_NAME = "1.3.6.1.4.1.1466.20037";
const UNASKED_ID = 0;

const BIND_ID = 1;
const START_TLS_ID = 1;
const UNBIND_ID = 2;

export function formatBind({ bindDn, password }: { bindDn: string; password: string }) {
  const version = formatElement(INTEGER, integer(1, VERSION));
  const name = formatElement(OCTETS, utf8(bindDn));
  return formatMessage(
    BIND_ID,
    formatElement(BIND_REQUEST, version, name, formatElement(SIMPLE, utf8(password))),
  );
}

export function formatStartTls(): Uint8Array<ArrayBuffer> {
  const name = formatElement(REQUEST_NAME, utf8(START_TLS_NAME));
  return formatMessage(START_TLS_ID, formatElement(EXTENDED_REQUEST, name));
}

export function formatUnbind(): Uint8Array<ArrayBuffer> {
  return formatMessage(UNBIND_ID, formatElement(UNBIND_REQUEST));
}

export interface LdapResult {
  code: number;
  words: string;
}

interface Hearing {
  tag: number;
  isEncrypted: boolean;
}

/** Also returns a notice of disconnection, which servers send before hanging up. */
export async function readResult({ reader }: Line, { tag, isEncrypted }: Hearing): Promise<LdapResult> {
  const message = await readSequence({ reader, isEncrypted });
  const id = readSmall(message, INTEGER);
  const response = readElement(message);
  const isNotice = id === UNASKED_ID && response.tag === EXTENDED_RESPONSE;
  if (!isNotice && (id !== BIND_ID || response.tag !== tag)) throw malformedResponse("LDAP");
  const result = makeBerCursor(response.body);
  const code = readSmall(result, ENUMERATED);
  readTagged(result, OCTETS);
  const words = new TextDecoder().decode(readTagged(result, OCTETS));
  if (isNotice && code === 0) throw malformedResponse("LDAP");
  return { code, words };
}

function formatMessage(id: number, request: Uint8Array): Uint8Array<ArrayBuffer> {
  return formatElement(SEQUENCE, formatElement(INTEGER, integer(1, id)), request);
}
