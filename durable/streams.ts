import { formatMessage, type LiveMessage, type StreamOwner } from "../src/domain/live_message.ts";
import { utf8 } from "../src/lib/bytes.ts";

/** A reader that lets this much pile up is as good as gone: it comes back and loads everything anew. */
const MOST_WAITING_BYTES = 512 * 1024;
const PING_MS = 30_000;
const PING = utf8(": ping\n\n");

export interface Stream {
  writer: WritableStreamDefaultWriter<Uint8Array>;
  owner: StreamOwner;
  waitingBytes: number;
}

/** Open event streams. What goes to all of them is written out once. */
export class Streams {
  readonly #open = new Set<Stream>();
  #lastId = 0;
  #pingedAt = 0;

  get size(): number {
    return this.#open.size;
  }

  list(): Stream[] {
    return [...this.#open];
  }

  /** Answers with a stream that begins with when to come back and which version this is. */
  open(request: Request, { owner, version }: { owner: StreamOwner; version: string }): Response {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const stream: Stream = { writer: writable.getWriter(), owner, waitingBytes: 0 };
    this.#open.add(stream);
    request.signal.addEventListener("abort", () => this.end(stream));
    const hello = formatMessage({ event: "hello", data: { version } }, this.#lastId);
    this.#send(stream, utf8(`retry: 2000\n\n${hello}`));
    return new Response(readable, {
      headers: {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-store",
        "Content-Encoding": "identity",
        "X-Accel-Buffering": "no",
      },
    });
  }

  sendAll(messages: readonly LiveMessage[]): void {
    if (this.#open.size === 0 || messages.length === 0) return;
    const bytes = utf8(messages.map((message) => formatMessage(message, ++this.#lastId)).join(""));
    for (const stream of this.#open) this.#send(stream, bytes);
  }

  /** Keeps streams open every half minute; the platform tells of a reader that left only at the next write. */
  ping(now: number): void {
    if (now - this.#pingedAt < PING_MS) return;
    this.#pingedAt = now;
    for (const stream of this.#open) this.#send(stream, PING);
  }

  end(stream: Stream): void {
    if (!this.#open.delete(stream)) return;
    stream.writer.close().catch(() => stream.writer.abort().catch(() => {}));
  }

  #send(stream: Stream, bytes: Uint8Array): void {
    stream.waitingBytes += bytes.length;
    if (stream.waitingBytes > MOST_WAITING_BYTES) {
      this.end(stream);
      return;
    }
    stream.writer.write(bytes).then(
      () => {
        stream.waitingBytes -= bytes.length;
      },
      () => this.end(stream),
    );
  }
}
