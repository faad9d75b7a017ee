import type { Line } from "../../lib/wire/dial.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { type FirstValue, MAX_VALUE_BYTES } from "../database/query_result.ts";
import { zeroEnded } from "../database/zero_ended.ts";
import { makeCursor } from "../wire/binary.ts";
import {
  formatMessage,
  type Header,
  malformed,
  parseError,
  readBody,
  readHeader,
  toWireError,
} from "./message.ts";

const NULL = 0xffffffff;

export async function query(line: Line, text: string): Promise<FirstValue> {
  await line.write(formatMessage("Q", zeroEnded(text)));
  let first: Row | null = null;
  for (;;) {
    const header = await readHeader(line);
    if (header.type === "D") {
      if (first) return first.value;
      first = await readRow(line, header);
      if (first.isCut) return first.value;
      continue;
    }
    const body = await readBody(line, header);
    if (header.type === "Z") return first?.value;
    if (header.type === "E") throw toWireError(parseError(body), "check the query");
    if ("GHW".includes(header.type)) {
      throw new WireError("unsupported", "The query copies data instead of returning rows: use a SELECT.");
    }
    if (!"TCINSA".includes(header.type)) throw malformed();
  }
}

interface Row {
  value: FirstValue;
  isCut: boolean;
}

async function readRow({ reader }: Line, { length }: Header): Promise<Row> {
  const columns = makeCursor(await reader.readExactly(2), malformed).integer(2);
  if (columns === 0) return { value: undefined, isCut: false };
  const size = makeCursor(await reader.readExactly(4), malformed).integer(4);
  const inRow = size === NULL ? 0 : size;
  const behind = length - 6 - inRow;
  if (behind < 0) throw malformed();
  const taken = await reader.readExactly(Math.min(inRow, MAX_VALUE_BYTES));
  const value = size === NULL ? null : new TextDecoder().decode(taken);
  if (inRow + behind > MAX_VALUE_BYTES) return { value, isCut: true };
  await reader.readExactly(behind);
  return { value, isCut: false };
}
