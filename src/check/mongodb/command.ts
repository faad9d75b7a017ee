import type { Line } from "../../lib/wire/dial.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { excerpt, quote } from "../quote.ts";
import { concat, littleEndian, makeCursor, malformedResponse } from "../wire/binary.ts";
import { type BsonDocument, type Command, formatBson, parseBson } from "./bson.ts";

const OP_MSG = 2013;
const HEADER_BYTES = 16;
const HAS_CHECKSUM = 1;
const ONE_DOCUMENT = 0;
const MAX_BYTES = 64 * 1024;

const ADVICE: Readonly<Record<number, string>> = {
  13: "grant the user this permission",
  18: "check the user, password and authentication database",
  59: "check the query",
};

interface DatabaseCommand {
  database: string;
  command: Command;
}

export async function runCommand(line: Line, { database, command }: DatabaseCommand): Promise<BsonDocument> {
  const body = formatBson({ ...command, $db: database });
  const length = HEADER_BYTES + 5 + body.length;
  const header = [length, 1, 0, OP_MSG].map((number) => littleEndian(4, number));
  await line.write(concat(...header, new Uint8Array(4), Uint8Array.of(ONE_DOCUMENT), body));
  const response = await readResponse(line);
  if (Number(response.get("ok")) !== 1) throw refusal(response);
  return response;
}

async function readResponse({ reader }: Line): Promise<BsonDocument> {
  const fail = () => malformedResponse("MongoDB");
  const header = makeCursor(await reader.readExactly(HEADER_BYTES), fail);
  const length = header.littleEndian(4) - HEADER_BYTES;
  header.bytes(8);
  if (header.littleEndian(4) !== OP_MSG || length < 0) throw fail();
  if (length > MAX_BYTES) {
    throw new WireError(
      "too_large",
      `The response has ${length} bytes, but checks read at most ${MAX_BYTES}: request less.`,
    );
  }
  const message = makeCursor(await reader.readExactly(length), fail);
  const flags = message.littleEndian(4);
  if (message.integer(1) !== ONE_DOCUMENT) throw fail();
  const rest = message.rest();
  return parseBson((flags & HAS_CHECKSUM) !== 0 ? rest.subarray(0, -4) : rest);
}

function refusal(response: BsonDocument): WireError {
  const code = Number(response.get("code") ?? 0);
  const name = response.get("codeName");
  const text = response.get("errmsg");
  const number = typeof name === "string" ? `${code} ${excerpt(name)}` : String(code);
  const advice = ADVICE[code];
  const said = quote(typeof text === "string" ? text : "");
  return new WireError("refused", `The server reported ${said} (${number})${advice ? `: ${advice}` : ""}.`);
}
