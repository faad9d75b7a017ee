import type { Env } from "../src/env.ts";
import { log } from "../src/lib/log.ts";
import { recordWatch } from "../src/service/watch_record.ts";
import type { WatchStore } from "./watch_store.ts";

const BATCH = 200;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Hands the outbox to the database in order, again and again until it is taken. */
export class OutboxDrain {
  readonly #env: Env;
  readonly #store: WatchStore;
  readonly #wakeAt: (at: number) => Promise<void>;
  #running: Promise<void> | null = null;
  #isWantedAgain = false;
  #waitMs = 0;
  #retryAt = 0;

  constructor(env: Env, store: WatchStore, wakeAt: (at: number) => Promise<void>) {
    this.#env = env;
    this.#store = store;
    this.#wakeAt = wakeAt;
  }

  /** Never throws. One run at a time; what comes meanwhile is taken by the same run. */
  async run(): Promise<void> {
    this.#isWantedAgain = true;
    this.#running ??= this.#runAll().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  retryTimes(): number[] {
    return this.#retryAt > 0 ? [this.#retryAt] : [];
  }

  async #runAll(): Promise<void> {
    while (this.#isWantedAgain && Date.now() >= this.#retryAt) {
      this.#isWantedAgain = false;
      try {
        await this.#runOnce();
        this.#waitMs = 0;
        this.#retryAt = 0;
      } catch (error) {
        log("warn", "the database did not take a watch's changes", { error });
        this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2 || FIRST_WAIT_MS);
        this.#retryAt = Date.now() + this.#waitMs;
        await this.#wakeAt(this.#retryAt);
      }
    }
  }

  async #runOnce(): Promise<void> {
    for (;;) {
      const rows = this.#store.outbox(BATCH);
      const last = rows.at(-1);
      if (!last) return;
      this.#store.cost.databaseRowsWritten += await recordWatch(
        this.#env,
        rows.map(({ item }) => item),
      );
      this.#store.removeFromOutbox(last.id);
    }
  }
}
