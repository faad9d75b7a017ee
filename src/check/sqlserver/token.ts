import { WireError } from "../../lib/wire/wire_error.ts";
import type { FirstValue } from "../database/query_result.ts";
import { quote } from "../quote.ts";
import { type Cursor, makeCursor } from "../wire/binary.ts";
import { type Column, readColumn, readValue } from "./column.ts";
import { malformed, PACKET_BYTES, parseUtf16, type TdsResponse } from "./packet.ts";

const NO_COLUMNS = 0xffff;
const DONE_MORE = 1;
const CHANGED = { packetBytes: 4, routing: 20 } as const;

const SKIPPED_SHORT: ReadonlySet<number> = new Set([0xa4, 0xa5, 0xa9, 0xab, 0xed]);
const SKIPPED_LONG: ReadonlySet<number> = new Set([0xe4, 0xee]);
const RETURN_STATUS = 0x79;

type Token =
  | { kind: "acknowledged" | "nothing" }
  | { kind: "columns"; columns: Column[] }
  | { kind: "done"; hasMore: boolean }
  | { kind: "error"; code: number; text: string }
  | { kind: "packetBytes"; bytes: number }
  | { kind: "routing"; place: string }
  | { kind: "row"; hasBitmap: boolean };

const ADVICE: Readonly<Record<number, string>> = {
  229: "grant the user read access",
  4060: "check the database name and the user's access to it",
  18452: "use a SQL Server login, not a Windows login",
  18456: "check the user and password",
  18470: "enable the login",
  18486: "unlock the login",
  18487: "set a new password for the login",
  18488: "set a new password for the login",
};

interface LoginResponse {
  packetBytes: number;
  routedTo: string | null;
}

export async function readLoginResponse(response: TdsResponse): Promise<LoginResponse> {
  const found: LoginResponse = { packetBytes: PACKET_BYTES, routedTo: null };
  let isAcknowledged = false;
  for (;;) {
    const token = await readToken(response);
    if (token.kind === "error") throw refusal(token, "");
    if (token.kind === "acknowledged") isAcknowledged = true;
    if (token.kind === "packetBytes") found.packetBytes = token.bytes;
    if (token.kind === "routing") found.routedTo = token.place;
    if (token.kind === "columns" || token.kind === "row") break;
    if (token.kind !== "done" || token.hasMore) continue;
    if (isAcknowledged) return found;
    break;
  }
  throw malformed("response to the sign-in");
}

export async function readFirstValue(response: TdsResponse): Promise<FirstValue> {
  let columns: Column[] = [];
  for (;;) {
    const token = await readToken(response);
    if (token.kind === "error") throw refusal(token, ": check the query");
    if (token.kind === "columns") columns = token.columns;
    if (token.kind === "done" && !token.hasMore) return undefined;
    if (token.kind !== "row") continue;
    const [first] = columns;
    if (!first) throw malformed("row");
    const bitmap = token.hasBitmap ? await response.take(Math.ceil(columns.length / 8)) : [0];
    return (bitmap[0]! & 1) !== 0 ? null : await readValue(response, first);
  }
}

function refusal({ code, text }: { code: number; text: string }, usual: string): WireError {
  const advice = ADVICE[code];
  return new WireError(
    "refused",
    `The server reported ${quote(text)} (${code})${advice ? `: ${advice}` : usual}.`,
  );
}

async function readToken(response: TdsResponse): Promise<Token> {
  const id = await response.number(1);
  switch (id) {
    case 0x81:
      return { kind: "columns", columns: await readColumns(response) };
    case 0xaa:
      return parseError(await readBody(response, 2));
    case 0xad:
      await readBody(response, 2);
      return { kind: "acknowledged" };
    case 0xd1:
    case 0xd2:
      return { kind: "row", hasBitmap: id === 0xd2 };
    case 0xe3:
      return parseChange(await readBody(response, 2));
    case 0xfd:
    case 0xfe:
    case 0xff:
      return { kind: "done", hasMore: ((await response.take(12))[0]! & DONE_MORE) !== 0 };
    default:
      await skip(response, id);
      return { kind: "nothing" };
  }
}

async function skip(response: TdsResponse, id: number): Promise<void> {
  if (SKIPPED_SHORT.has(id)) await readBody(response, 2);
  else if (SKIPPED_LONG.has(id)) await readBody(response, 4);
  else if (id === RETURN_STATUS) await response.take(4);
  else throw malformed();
}

async function readBody(response: TdsResponse, size: number): Promise<Cursor> {
  return makeCursor(await response.take(await response.number(size)), () => malformed());
}

async function readColumns(response: TdsResponse): Promise<Column[]> {
  const count = await response.number(2);
  const columns: Column[] = [];
  while (count !== NO_COLUMNS && columns.length < count) columns.push(await readColumn(response));
  return columns;
}

function parseError(body: Cursor): Token {
  const code = body.littleEndian(4) | 0;
  body.bytes(2);
  return { kind: "error", code, text: parseUtf16(body.bytes(2 * body.littleEndian(2))) };
}

function parseChange(body: Cursor): Token {
  const kind = body.integer(1);
  if (kind === CHANGED.packetBytes) {
    const bytes = Number(parseUtf16(body.bytes(2 * body.integer(1))));
    if (!(bytes >= 512 && bytes <= 32_767)) throw malformed();
    return { kind: "packetBytes", bytes };
  }
  if (kind !== CHANGED.routing) return { kind: "nothing" };
  body.bytes(3);
  const port = body.littleEndian(2);
  return { kind: "routing", place: `${parseUtf16(body.bytes(2 * body.littleEndian(2)))}:${port}` };
}
