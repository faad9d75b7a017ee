import { formatMessage, type LiveMessage, type StreamOwner } from "../src/domain/page/live_message.ts";
import type { Env } from "../src/env.ts";
import { utf8 } from "../src/lib/bytes.ts";
import { log } from "../src/lib/log.ts";
import { type FullRoom, fullResponse } from "../src/page/refused_stream.ts";
import { listEndedOwners } from "../src/service/announce/live.ts";

/** A reader this far behind is dropped: it reconnects and reloads everything. */
const MOST_WAITING_BYTES = 512 * 1024;
/** The backlog takes memory of the object that also holds the page. */
const MOST_WAITING_IN_ALL = 24 * 1024 * 1024;
const PING_MS = 30_000;
const PING = utf8(": ping\n\n");
/** Measured: this many readers get a change within a tenth of a second, with room to spare. */
const MOST_STREAMS = 6000;
const MOST_OF_CLIENT = 20;
const PROBE_EVERY_MS = 1000;
const PROBE_WAIT_MS = 50;
const HEADERS = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store",
  "Content-Encoding": "identity",
  "X-Accel-Buffering": "no",
};

interface Stream {
  writer: WritableStreamDefaultWriter<Uint8Array>;
  owner: StreamOwner;
  locale: string | null;
  client: string;
  waitingBytes: number;
  pingedAt: number | null;
}

interface StreamRequest {
  owner: StreamOwner;
  client: string;
  version: string;
  locale?: string | null;
  id?: number;
}

interface Sweeping {
  everyMs: number;
  sweep(now: number): Promise<void>;
}

export class Streams {
  readonly #env: Env;
  readonly #sweeping: Sweeping;
  readonly #open = new Set<Stream>();
  readonly #clients = new Map<string, Set<Stream>>();
  readonly #probedAt = new Map<string, number>();
  #waitingBytes = 0;
  #lastId = 0;
  #broom: ReturnType<typeof setInterval> | null = null;

  constructor(env: Env, sweeping: Sweeping) {
    this.#env = env;
    this.#sweeping = sweeping;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Increasing, also across restarts: messages and built pages share one order. */
  nextId(): number {
    this.#lastId = Math.max(this.#lastId + 1, Date.now());
    return this.#lastId;
  }

  async open(
    request: Request,
    { owner, client, version, locale = null, id = this.#lastId }: StreamRequest,
  ): Promise<Response> {
    if (this.#roomFor(client) !== "free") await this.#makeRoom(client, Date.now());
    const room = this.#roomFor(client);
    if (room !== "free") return fullResponse(room);
    if (request.method === "HEAD") return new Response(null, { headers: HEADERS });
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const stream: Stream = { writer, owner, client, locale, waitingBytes: 0, pingedAt: null };
    this.#open.add(stream);
    const own = this.#clients.get(client) ?? new Set();
    this.#clients.set(client, own.add(stream));
    this.#broom ??= setInterval(() => void this.#sweep(), this.#sweeping.everyMs);
    request.signal.addEventListener("abort", () => this.#end(stream));
    const hello = formatMessage({ event: "hello", data: { version } }, id);
    this.#send(stream, utf8(`retry: 2000\n\n${hello}`));
    return new Response(readable, { headers: HEADERS });
  }

  sendAll(messages: readonly LiveMessage[]): void {
    this.sendInWords(() => messages, this.nextId());
  }

  sendInWords(messagesIn: (locale: string | null) => readonly LiveMessage[], id: number): void {
    for (const [locale, streams] of Map.groupBy(this.#open, (stream) => stream.locale)) {
      const text = messagesIn(locale).map((message) => formatMessage(message, id));
      if (text.length === 0) continue;
      const bytes = utf8(text.join(""));
      for (const stream of streams) this.#send(stream, bytes);
    }
  }

  /** The platform reports a reader that left only at the next write, so a new stream gets a ping at once. */
  #ping(now: number): void {
    for (const [client, at] of this.#probedAt) if (now - at > PROBE_EVERY_MS) this.#probedAt.delete(client);
    for (const stream of this.#open) {
      if (stream.pingedAt !== null && now - stream.pingedAt < PING_MS) continue;
      stream.pingedAt = now;
      this.#send(stream, PING);
    }
  }

  async recheck(): Promise<void> {
    if (this.#open.size === 0) return;
    const owners = [...this.#open].map(({ owner }) => owner);
    const ended = await listEndedOwners(this.#env, owners, Date.now());
    this.endThose((owner) => ended.has(owner));
  }

  endThose(isOver: (owner: StreamOwner) => boolean): void {
    for (const stream of [...this.#open]) if (isOver(stream.owner)) this.#end(stream);
  }

  async #sweep(): Promise<void> {
    const now = Date.now();
    if (this.#open.size === 0) {
      if (this.#broom) clearInterval(this.#broom);
      this.#broom = null;
      return;
    }
    this.#ping(now);
    try {
      await this.#sweeping.sweep(now);
    } catch (error) {
      log("warn", "failed to maintain open streams", { error });
    }
  }

  #end(stream: Stream): void {
    if (!this.#open.delete(stream)) return;
    const own = this.#clients.get(stream.client);
    own?.delete(stream);
    if (own?.size === 0) this.#clients.delete(stream.client);
    stream.writer.close().catch(() => stream.writer.abort().catch(() => {}));
  }

  async #makeRoom(client: string, now: number): Promise<void> {
    const isClient = this.#roomFor(client) === "client is full";
    const probed = isClient ? client : "";
    if (now - (this.#probedAt.get(probed) ?? 0) < PROBE_EVERY_MS) return;
    this.#probedAt.set(probed, now);
    for (const stream of (isClient ? this.#clients.get(client) : this.#open) ?? []) this.#send(stream, PING);
    await scheduler.wait(PROBE_WAIT_MS);
  }

  #roomFor(client: string): "free" | FullRoom {
    if ((this.#clients.get(client)?.size ?? 0) >= MOST_OF_CLIENT) return "client is full";
    return this.#open.size >= MOST_STREAMS ? "all is full" : "free";
  }

  #send(stream: Stream, bytes: Uint8Array): void {
    stream.waitingBytes += bytes.length;
    this.#waitingBytes += bytes.length;
    const written = stream.writer.write(bytes);
    const isTooMuch = stream.waitingBytes > MOST_WAITING_BYTES || this.#waitingBytes > MOST_WAITING_IN_ALL;
    written.then(
      () => this.#countWritten(stream, bytes.length),
      () => {
        this.#countWritten(stream, bytes.length);
        this.#end(stream);
      },
    );
    if (isTooMuch) {
      this.#end(stream);
      // Nobody reads it, so pending writes would stay forever.
      stream.writer.abort().catch(() => {});
    }
  }

  #countWritten(stream: Stream, length: number): void {
    stream.waitingBytes -= length;
    this.#waitingBytes -= length;
  }
}
