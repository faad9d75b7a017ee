import { DurableObject } from "cloudflare:workers";
import { formatMessage, type LiveMessage, type StreamOwner } from "../src/domain/live_message.ts";
import type { Env } from "../src/env.ts";
import { utf8 } from "../src/lib/bytes.ts";
import { log } from "../src/lib/log.ts";
import { findEndedOwners, wakeWatches } from "../src/service/live.ts";

const RECHECK_MS = 4000;
const PING_MS = 30_000;
const LISTEN_MS = 60_000;
/** A reader that lets this much pile up is as good as gone: it comes back and loads everything anew. */
const MOST_WAITING_BYTES = 512 * 1024;

interface Stream {
  writer: WritableStreamDefaultWriter<Uint8Array>;
  owner: StreamOwner;
  waitingBytes: number;
}

/**
 * One instance for the instance of Uptide: everybody who watches the panel live holds a stream here. Watches call it
 * once a tick, and only while it has told them that somebody listens. Nothing is stored: after an eviction readers
 * come back by themselves, and the new version in `hello` makes them load everything anew.
 */
export class Live extends DurableObject<Env> {
  readonly #version = crypto.randomUUID().slice(0, 8);
  readonly #streams = new Set<Stream>();
  #lastId = 0;
  #broom: ReturnType<typeof setInterval> | null = null;
  #pingedAt = 0;
  #wokeAt = 0;

  override async fetch(request: Request): Promise<Response> {
    const owner = JSON.parse(request.headers.get("Uptide-Owner") ?? "{}") as StreamOwner;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const stream: Stream = { writer: writable.getWriter(), owner, waitingBytes: 0 };
    this.#streams.add(stream);
    request.signal.addEventListener("abort", () => this.#end(stream));
    this.#send(
      stream,
      `retry: 2000\n\n${formatMessage({ event: "hello", data: { version: this.#version } }, this.#lastId)}`,
    );
    this.#broom ??= setInterval(() => void this.#sweep(), RECHECK_MS);
    await this.#wake(Date.now());
    return new Response(readable, {
      headers: {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-store",
        "Content-Encoding": "identity",
        "X-Accel-Buffering": "no",
      },
    });
  }

  async publish(messages: readonly LiveMessage[]): Promise<void> {
    if (this.#streams.size === 0) return;
    const text = messages.map((message) => formatMessage(message, ++this.#lastId)).join("");
    for (const stream of this.#streams) this.#send(stream, text);
  }

  /** Ends the streams whose session or token is no more. Called at once when one ends, and every few seconds. */
  async recheck(): Promise<void> {
    if (this.#streams.size === 0) return;
    const streams = [...this.#streams];
    const ended = await findEndedOwners(
      this.env,
      streams.map(({ owner }) => owner),
      Date.now(),
    );
    for (const stream of streams) if (ended.has(stream.owner)) this.#end(stream);
  }

  async streamCount(): Promise<number> {
    return this.#streams.size;
  }

  async #sweep(): Promise<void> {
    const now = Date.now();
    if (this.#streams.size === 0) {
      if (this.#broom) clearInterval(this.#broom);
      this.#broom = null;
      return;
    }
    // The platform tells of a reader that left only at the next write.
    if (now - this.#pingedAt >= PING_MS) {
      this.#pingedAt = now;
      for (const stream of this.#streams) this.#send(stream, ": ping\n\n");
    }
    try {
      await this.recheck();
      await this.#wake(now);
    } catch (error) {
      log("warn", "live streams could not be checked", { error });
    }
  }

  async #wake(now: number): Promise<void> {
    if (now - this.#wokeAt < LISTEN_MS / 2) return;
    this.#wokeAt = now;
    await wakeWatches(this.env, now + LISTEN_MS);
  }

  #send(stream: Stream, text: string): void {
    const bytes = utf8(text);
    stream.waitingBytes += bytes.length;
    if (stream.waitingBytes > MOST_WAITING_BYTES) {
      this.#end(stream);
      return;
    }
    stream.writer.write(bytes).then(
      () => {
        stream.waitingBytes -= bytes.length;
      },
      () => this.#end(stream),
    );
  }

  #end(stream: Stream): void {
    if (!this.#streams.delete(stream)) return;
    stream.writer.close().catch(() => stream.writer.abort().catch(() => {}));
  }
}
