import { abortable } from "../within.ts";
import { WireError } from "./wire_error.ts";

const NEWLINE = Uint8Array.of(10);
const CARRIAGE_RETURN = 13;

interface ReaderOptions {
  maxBytes: number;
  signal?: AbortSignal | undefined;
}

export interface Reader {
  readExactly(length: number): Promise<Uint8Array<ArrayBuffer>>;
  readUntil(delimiter: Uint8Array): Promise<Uint8Array<ArrayBuffer>>;
  readLine(): Promise<string>;
  readArrived(): Uint8Array<ArrayBuffer>;
  release(): void;
  cancel(): void;
}

export function makeReader(readable: ReadableStream<Uint8Array>, options: ReaderOptions): Reader {
  const { maxBytes, signal } = options;
  const source = readable.getReader();
  const waiting = makeByteQueue();
  let taken = 0;

  async function pull(): Promise<void> {
    const hasResponse = taken + waiting.length > 0;
    const { done, value } = await abortable(source.read(), signal).catch((cause: unknown) => {
      throw signal?.aborted ? abortError(hasResponse, cause) : brokenError(cause);
    });
    if (done) throw closedError(hasResponse);
    waiting.append(value);
  }

  function take(length: number): Uint8Array<ArrayBuffer> {
    taken += length;
    return waiting.take(length);
  }

  async function readExactly(length: number): Promise<Uint8Array<ArrayBuffer>> {
    if (taken + length > maxBytes) throw tooLargeError(maxBytes);
    while (waiting.length < length) await pull();
    return take(length);
  }

  async function readUntil(delimiter: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    let from = 0;
    for (;;) {
      const at = indexOf(waiting.view(), delimiter, from);
      const end = at < 0 ? waiting.length : at + delimiter.length;
      if (taken + end > maxBytes) throw tooLargeError(maxBytes);
      if (at >= 0) return take(end).subarray(0, at);
      from = Math.max(0, waiting.length - delimiter.length + 1);
      await pull();
    }
  }

  return {
    readExactly,
    readUntil,
    async readLine() {
      const line = await readUntil(NEWLINE);
      const length = line.at(-1) === CARRIAGE_RETURN ? line.length - 1 : line.length;
      return new TextDecoder().decode(line.subarray(0, length));
    },
    readArrived: () => take(Math.min(waiting.length, Math.max(0, maxBytes - taken))),
    release: () => source.releaseLock(),
    cancel() {
      source.cancel().catch(() => undefined);
    },
  };
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const first = wanted[0]!;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at + wanted.length > bytes.length) return -1;
    if (wanted.every((byte, i) => bytes[at + i] === byte)) return at;
  }
  return -1;
}

function tooLargeError(maxBytes: number): WireError {
  return new WireError("too_large", `The server sent more than the ${maxBytes} bytes allowed.`);
}

function closedError(hasResponse: boolean): WireError {
  const when = hasResponse ? "before the response was complete" : "without a response";
  return new WireError("closed", `The server closed the connection ${when}.`);
}

function abortError(hasResponse: boolean, cause: unknown): WireError {
  const what = hasResponse
    ? "The server stopped in the middle of its response."
    : "The server sent no response.";
  return new WireError("aborted", what, { cause });
}

export function brokenError(cause: unknown): WireError {
  if (cause instanceof WireError) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new WireError("broken", `The connection failed: ${why}`, { cause });
}

interface ByteQueue {
  readonly length: number;
  append(bytes: Uint8Array): void;
  take(length: number): Uint8Array<ArrayBuffer>;
  view(): Uint8Array<ArrayBuffer>;
}

export function makeByteQueue(): ByteQueue {
  let store = new Uint8Array(4096);
  let start = 0;
  let end = 0;

  function makeRoom(extra: number): void {
    if (end + extra <= store.length) return;
    const needed = end - start + extra;
    // Compacts only when that frees half of the buffer, so many small appends stay linear.
    const next = needed * 2 <= store.length ? store : new Uint8Array(needed * 2);
    next.set(store.subarray(start, end));
    store = next;
    end -= start;
    start = 0;
  }

  return {
    get length() {
      return end - start;
    },
    append(bytes) {
      makeRoom(bytes.length);
      store.set(bytes, end);
      end += bytes.length;
    },
    take(length) {
      const taken = store.slice(start, start + length);
      start += length;
      return taken;
    },
    view: () => store.subarray(start, end),
  };
}

export interface BoundedBody {
  bytes: Uint8Array<ArrayBuffer>;
  isWhole: boolean;
}

export async function readBounded(
  { body }: Pick<Response, "body">,
  { maxBytes, signal }: { maxBytes: number; signal?: AbortSignal | undefined },
): Promise<BoundedBody> {
  if (!body) return { bytes: new Uint8Array(), isWhole: true };
  const reader = body.getReader();
  const queue = makeByteQueue();
  try {
    for (;;) {
      const { done, value } = await abortable(reader.read(), signal);
      if (done) return { bytes: queue.take(queue.length), isWhole: true };
      const room = maxBytes - queue.length;
      queue.append(value.subarray(0, room));
      if (value.length > room) return { bytes: queue.take(queue.length), isWhole: false };
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
