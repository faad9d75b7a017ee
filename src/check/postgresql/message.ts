import { utf8 } from "../../lib/bytes.ts";
import type { Line } from "../../lib/wire/dial.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { excerpt, quote } from "../quote.ts";
import { type Cursor, concat, integer, makeCursor, malformedResponse } from "../wire/binary.ts";

const LONGEST = 1024 * 1024;

export interface Header {
  type: string;
  length: number;
}

export async function readHeader({ reader }: Line): Promise<Header> {
  const header = makeCursor(await reader.readExactly(5), malformed);
  const type = String.fromCharCode(header.integer(1));
  const length = header.integer(4) - 4;
  if (!/[A-Za-z]/.test(type) || length < 0 || (length > LONGEST && type !== "D")) throw malformed();
  return { type, length };
}

export async function readBody({ reader }: Line, { length }: Header): Promise<Cursor> {
  return makeCursor(await reader.readExactly(length), malformed);
}

export function formatMessage(type: string, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = concat(...parts);
  return concat(utf8(type), integer(4, body.length + 4), body);
}

export function malformed(): WireError {
  return malformedResponse("PostgreSQL", "message");
}

interface ServerError {
  severity: string;
  code: string;
  message: string;
}

export function parseError(body: Cursor): ServerError {
  const fields = new Map<string, string>();
  for (let kind = body.integer(1); kind !== 0; kind = body.integer(1)) {
    fields.set(String.fromCharCode(kind), new TextDecoder().decode(body.untilZero()));
  }
  const [severity = "ERROR", code = "", message = ""] = ["S", "C", "M"].map((kind) => fields.get(kind));
  return { severity, code, message };
}

export function toWireError(error: ServerError, usual: string): WireError {
  const { severity, code, message } = error;
  const report = `The server reported ${quote(`${severity}: ${message}`)} (${excerpt(code)})`;
  return new WireError("refused", `${report}: ${adviceFor(error) ?? usual}.`);
}

const ADVICE: Record<string, string> = {
  "28P01": "check the user and password",
  "28000": "check the user, password and pg_hba.conf",
  "3D000": "check the database name",
  "42501": "grant the user access to the queried tables",
  "53300": "too many connections: close some or raise max_connections",
  "57P03": "it is starting, stopping or recovering: wait until it is done",
  "25006": "checks are read-only: use a query that changes nothing",
};

function adviceFor({ code, message }: ServerError): string | undefined {
  if (code === "28000" && /no encryption|SSL off/.test(message))
    return "turn TLS on, or allow the user without TLS in pg_hba.conf";
  return Object.hasOwn(ADVICE, code) ? ADVICE[code] : undefined;
}
