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
 * One instance for the instance of Uptide: everybody who watches the panel live holds a stream here. Watches call it
 * once a tick, and only while it has told them that somebody listens. Nothing is stored: after an eviction readers
 * come back by themselves, and the new version in `hello` makes them load everything anew.
 */
export class Live extends DurableObject<Env> implements LiveObject {
  readonly #version = crypto.randomUUID().slice(0, 8);
  readonly #streams = new Streams(this.env, {
    everyMs: RECHECK_MS,
    sweep: async (now) => {
      await this.recheck();
      await this.#wake(now);
      await this.#tellLists();
    },
  });
  #wokeAt = 0;
  /** How the panel's lists stood when their readers were told last. */
  #marks: Readonly<Record<string, string>> | null = null;

  override async fetch(request: Request): Promise<Response> {
    const owner = JSON.parse(request.headers.get("Uptide-Owner") ?? "{}") as StreamOwner;
    const client = owner.tokenId === null ? `session ${owner.sessionId}` : `token ${owner.tokenId}`;
    // What changes from here on is told, also before the first sweep.
    if (this.#streams.size === 0) this.#marks = await this.#readMarks();
    const answer = await this.#streams.open(request, { owner, client, version: this.#version });
    await this.#wake(Date.now());
    return answer;
  }

  async publish(messages: readonly LiveMessage[]): Promise<void> {
    if (this.#streams.size === 0) return;
    // A new monitor may have begun a watch that has not been told yet that somebody listens.
    if (messages.some(({ event }) => event === "monitor.created")) {
      this.#wokeAt = 0;
      await this.#wake(Date.now());
    }
    this.#streams.sendAll(messages);
  }

  /** Ends the streams whose session or token is no more. Called at once when one ends, and every few seconds. */
  async recheck(): Promise<void> {
    await this.#streams.recheck();
  }

  async streamCount(): Promise<number> {
    return this.#streams.size;
  }

  /** Nobody says what is delivered or signed up for: it is looked for, and only while somebody has the panel open. */
  async #tellLists(): Promise<void> {
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
      log("warn", "it could not be read which lists have changed", { error });
      return null;
    }
  }

  async #wake(now: number): Promise<void> {
    if (now - this.#wokeAt < LISTEN_MS / 2) return;
    this.#wokeAt = now;
    await wakeWatches(this.env, now + LISTEN_MS);
  }
}
