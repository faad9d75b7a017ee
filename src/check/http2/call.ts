import { utf8 } from "../../lib/bytes.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { quote } from "../quote.ts";
import { concat, integer, makeCursor, malformedResponse, uint16s } from "../wire/binary.ts";
import type { Wire } from "../wire/wire.ts";
import { contentOf, FLAG, FRAME, type Frame, formatFrame, readFrame, readSettings } from "./frame.ts";
import { encodeFields, MAX_LIST_BYTES, makeFieldDecoder } from "./hpack.ts";
import type { HeaderField } from "./hpack_tables.ts";

const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const SETTINGS = concat(uint16s(2), integer(4, 0), uint16s(6), integer(4, MAX_LIST_BYTES));
/** Below the initial flow-control window, so no WINDOW_UPDATE is needed. */
const MAX_BODY_BYTES = 16 * 1024;
const STREAM = 1;
const NO_FLAGS = 0;
const NOTHING = new Uint8Array();

const ERRORS =
  "NO_ERROR PROTOCOL_ERROR INTERNAL_ERROR FLOW_CONTROL_ERROR SETTINGS_TIMEOUT STREAM_CLOSED FRAME_SIZE_ERROR REFUSED_STREAM CANCEL COMPRESSION_ERROR CONNECT_ERROR ENHANCE_YOUR_CALM INADEQUATE_SECURITY HTTP_1_1_REQUIRED".split(
    " ",
  );

export async function openHttp2({ reader, write }: Wire): Promise<void> {
  const settings = { type: FRAME.settings, flags: NO_FLAGS, stream: 0, payload: SETTINGS };
  await write(concat(utf8(PREFACE), formatFrame(settings)));
  await readSettings(reader);
  await write(formatFrame({ ...settings, flags: FLAG.acknowledged, payload: NOTHING }));
}

export interface Http2Response {
  fields: ReadonlyMap<string, string>;
  body: Uint8Array;
}

export async function callHttp2(
  { reader, write }: Wire,
  { fields, body }: { fields: readonly HeaderField[]; body: Uint8Array },
): Promise<Http2Response> {
  const head = { type: FRAME.headers, flags: FLAG.endHeaders, stream: STREAM, payload: encodeFields(fields) };
  const data = { type: FRAME.data, flags: FLAG.endStream, stream: STREAM, payload: body };
  await write(concat(formatFrame(head), formatFrame(data)));
  const decode = makeFieldDecoder();
  const found = new Map<string, string>();
  let received = NOTHING;
  for (;;) {
    const frame = await readFrame(reader);
    const { type, flags, stream } = frame;
    if (type === FRAME.headers || type === FRAME.data) {
      if (stream !== STREAM) throw malformedResponse("HTTP/2", "stream");
      const content = contentOf(frame);
      if (type === FRAME.data) received = append(received, content);
      else for (const [name, value] of decode(await completeBlock(frame, content))) found.set(name, value);
      if (flags & FLAG.endStream) return { fields: found, body: received };
    } else await heed(frame);
  }

  async function completeBlock({ flags }: Frame, start: Uint8Array): Promise<Uint8Array> {
    let block = start;
    for (let isWhole = flags & FLAG.endHeaders; !isWhole; ) {
      const next = await readFrame(reader);
      const isNext = next.type === FRAME.continuation && next.stream === STREAM;
      block = concat(block, next.payload);
      if (!isNext || block.length > MAX_LIST_BYTES) throw malformedResponse("HTTP/2", "header block");
      isWhole = next.flags & FLAG.endHeaders;
    }
    return block;
  }

  async function heed(frame: Frame): Promise<void> {
    const { type, flags } = frame;
    if (type === FRAME.reset && frame.stream === STREAM) throw resetError(frame);
    if (type === FRAME.goAway) checkGoAway(frame);
    if (type === FRAME.push || type === FRAME.continuation) throw malformedResponse("HTTP/2", "frame");
    const isAsked = type === FRAME.ping || type === FRAME.settings;
    if (!isAsked || flags & FLAG.acknowledged) return;
    const payload = type === FRAME.ping ? frame.payload : NOTHING;
    await write(formatFrame({ type, flags: FLAG.acknowledged, stream: 0, payload }));
  }
}

function append(body: Uint8Array<ArrayBuffer>, more: Uint8Array): Uint8Array<ArrayBuffer> {
  if (body.length + more.length > MAX_BODY_BYTES) {
    throw new WireError("too_large", `The server sent more than the ${MAX_BODY_BYTES} bytes allowed.`);
  }
  return concat(body, more);
}

function resetError({ payload }: Frame): WireError {
  const code = makeCursor(payload, () => malformedResponse("HTTP/2", "reset")).integer(4);
  return new WireError("refused", `The server cancelled the request (${nameOf(code)}).`);
}

/** GOAWAY refuses new requests but may still complete this one. */
function checkGoAway({ payload }: Frame): void {
  const cursor = makeCursor(payload, () => malformedResponse("HTTP/2", "farewell"));
  const [last, code] = [cursor.integer(4), cursor.integer(4)];
  if (code === 0 && last >= STREAM) return;
  const words = new TextDecoder().decode(cursor.rest());
  const said = words === "" ? "" : `: ${quote(words)}`;
  throw new WireError("refused", `The server closed the connection (${nameOf(code)}${said}).`);
}

function nameOf(code: number): string {
  return ERRORS[code] ?? `error ${code}`;
}
