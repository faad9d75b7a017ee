import { log } from "../src/lib/log.ts";

const BATCH = 200;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

interface Outbox<Item> {
  outbox(limit: number): { id: number; item: Item }[];
  removeFromOutbox(upTo: number): void;
}

interface Means<Item> {
  /** Takes the items or throws; the same ones may come again. */
  hand(items: Item[]): Promise<void>;
  /** Sets an alarm for another try. */
  wakeAt(at: number): Promise<void>;
}

/** Hands an outbox on in order, again and again until it is taken. */
export class OutboxDrain<Item> {
  readonly #store: Outbox<Item>;
  readonly #means: Means<Item>;
  #run: Promise<void> = Promise.resolve();
  #isRunning = false;
  #isWantedAgain = false;
  #waitMs = 0;
  #retryAt = 0;

  constructor(store: Outbox<Item>, means: Means<Item>) {
    this.#store = store;
    this.#means = means;
  }

  /** Never throws. One run at a time; what comes meanwhile is taken by the same run. */
  async run(): Promise<void> {
    this.#isWantedAgain = true;
    if (!this.#isRunning) this.#run = this.#runAll();
    await this.#run;
  }

  retryTimes(): number[] {
    return this.#retryAt > 0 ? [this.#retryAt] : [];
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#isWantedAgain && Date.now() >= this.#retryAt) {
        this.#isWantedAgain = false;
        await this.#tryOnce();
      }
    } finally {
      // In the same step as the look above: whoever comes next begins a run of their own.
      this.#isRunning = false;
    }
  }

  async #tryOnce(): Promise<void> {
    try {
      await this.#runOnce();
      this.#waitMs = 0;
      this.#retryAt = 0;
    } catch (error) {
      log("warn", "the database did not take what an object has to tell", { error });
      this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2 || FIRST_WAIT_MS);
      this.#retryAt = Date.now() + this.#waitMs;
      await this.#means.wakeAt(this.#retryAt);
    }
  }

  async #runOnce(): Promise<void> {
    for (;;) {
      const rows = this.#store.outbox(BATCH);
      const last = rows.at(-1);
      if (!last) return;
      await this.#means.hand(rows.map(({ item }) => item));
      this.#store.removeFromOutbox(last.id);
    }
  }
}
