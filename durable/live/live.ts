import { DurableObject } from "cloudflare:workers";
import type { LiveMessage, StreamOwner } from "../../src/domain/page/live_message.ts";
import type { Env } from "../../src/env.ts";
import { log } from "../../src/lib/log.ts";
import type { LiveObject } from "../../src/objects/live.ts";
import { getListMarks, wakeWatches } from "../../src/service/announce/live.ts";
import { Streams } from "../streams.ts";

const RECHECK_MS = 4000;
const LISTEN_MS = 60_000;

/**
 * A single instance holds a stream for every live reader of the panel. Watches call it once a tick, and only
 * while it has said that somebody listens. Nothing is stored: after an eviction readers reconnect, and the
 * new version in `hello` makes them reload everything.
 */
export class Live extends DurableObject<Env> implements LiveObject {
  readonly #version = crypto.randomUUID().slice(0, 8);
  readonly #streams = new Streams(this.env, {
    everyMs: RECHECK_MS,
    sweep: async (now) => {
      await this.recheck();
      await this.#wake(now);
      await this.#announceLists();
    },
  });
  #wokeAt = 0;
  #marks: Readonly<Record<string, string>> | null = null;

  override async fetch(request: Request): Promise<Response> {
    const owner = JSON.parse(request.headers.get("Uptide-Owner") ?? "{}") as StreamOwner;
    const client = owner.tokenId === null ? `session ${owner.sessionId}` : `token ${owner.tokenId}`;
    // Changes from here on are sent, even before the first sweep.
    if (this.#streams.size === 0) this.#marks = await this.#readMarks();
    const response = await this.#streams.open(request, { owner, client, version: this.#version });
    await this.#wake(Date.now());
    return response;
  }

  async publish(messages: readonly LiveMessage[]): Promise<void> {
    if (this.#streams.size === 0) return;
    // A new monitor may have started a watch that doesn't know yet that somebody listens.
    if (messages.some(({ event }) => event === "monitor.created")) {
      this.#wokeAt = 0;
      await this.#wake(Date.now());
    }
    this.#streams.sendAll(messages);
  }

  async recheck(): Promise<void> {
    await this.#streams.recheck();
  }

  async streamCount(): Promise<number> {
    return this.#streams.size;
  }

  /** Deliveries and sign-ups send no message here, so they are polled, only while a panel is open. */
  async #announceLists(): Promise<void> {
    const marks = await this.#readMarks();
    const before = this.#marks;
    this.#marks = marks ?? before;
    if (!marks || !before) return;
    const changed = Object.keys(marks).filter((list) => marks[list] !== before[list]);
    if (changed.length > 0) this.#streams.sendAll([{ event: "lists", data: { changed } }]);
  }

  async #readMarks(): Promise<Readonly<Record<string, string>> | null> {
    try {
      return await getListMarks(this.env);
    } catch (error) {
      log("warn", "failed to read which lists have changed", { error });
      return null;
    }
  }

  async #wake(now: number): Promise<void> {
    if (now - this.#wokeAt < LISTEN_MS / 2) return;
    this.#wokeAt = now;
    await wakeWatches(this.env, now + LISTEN_MS);
  }
}
