import { DurableObject } from "cloudflare:workers";
import type { LiveMessage, StreamOwner } from "../src/domain/page/live_message.ts";
import type { Env } from "../src/env.ts";
import type { LiveObject } from "../src/objects/live.ts";
import { wakeWatches } from "../src/service/monitor/live.ts";
import { Streams } from "./streams.ts";

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
    },
  });
  #wokeAt = 0;

  override async fetch(request: Request): Promise<Response> {
    const owner = JSON.parse(request.headers.get("Uptide-Owner") ?? "{}") as StreamOwner;
    const client = owner.tokenId === null ? `session ${owner.sessionId}` : `token ${owner.tokenId}`;
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

  async #wake(now: number): Promise<void> {
    if (now - this.#wokeAt < LISTEN_MS / 2) return;
    this.#wokeAt = now;
    await wakeWatches(this.env, now + LISTEN_MS);
  }
}
