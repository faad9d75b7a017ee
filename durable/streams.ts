import { formatMessage, type LiveMessage, type StreamOwner } from "../src/domain/live_message.ts";
import { utf8 } from "../src/lib/bytes.ts";

/** A reader that lets this much pile up is as good as gone: it comes back and loads everything anew. */
const MOST_WAITING_BYTES = 512 * 1024;
const PING_MS = 30_000;
const PING = utf8(": ping\n\n");

export interface Stream {
  writer: WritableStreamDefaultWriter<Uint8Array>;
  owner: StreamOwner;
  /** The language its reader reads the page in; null where there is but one. */
  locale: string | null;
  waitingBytes: number;
}

interface Opening {
  owner: StreamOwner;
  version: string;
  locale?: string | null;
  /** What the version is as new as; the last message when nothing says otherwise. */
  id?: number;
}

/** Open event streams. What goes to all of them is written out once for each language. */
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

  /** One number after the other, and higher after a restart: what is told and what is built stand in one order. */
  nextId(): number {
    this.#lastId = Math.max(this.#lastId + 1, Date.now());
    return this.#lastId;
  }

  /** Answers with a stream that begins with when to come back and which version this is. */
  open(request: Request, { owner, version, locale = null, id = this.#lastId }: Opening): Response {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const stream: Stream = { writer: writable.getWriter(), owner, locale, waitingBytes: 0 };
    this.#open.add(stream);
    request.signal.addEventListener("abort", () => this.end(stream));
    const hello = formatMessage({ event: "hello", data: { version } }, id);
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
    this.sendInWords(() => messages, this.nextId());
  }

  /** The same to everybody, each in the words of their language. */
  sendInWords(messagesIn: (locale: string | null) => readonly LiveMessage[], id: number): void {
    for (const [locale, streams] of Map.groupBy(this.#open, (stream) => stream.locale)) {
      const text = messagesIn(locale).map((message) => formatMessage(message, id));
      if (text.length === 0) continue;
      const bytes = utf8(text.join(""));
      for (const stream of streams) this.#send(stream, bytes);
    }
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
