import type { SelfTestRule } from "../../src/domain/monitor/own_trouble.ts";
import { isEqual } from "../../src/lib/is_equal.ts";
import type { WatchStore } from "./store.ts";

/** Owns what tells own trouble from that of targets, in memory and in storage; null where nothing does. */
export class SelfTestKeeper {
  readonly #store: WatchStore;
  #rule: SelfTestRule | null;

  constructor(store: WatchStore) {
    this.#store = store;
    this.#rule = store.selfTest();
  }

  get rule(): SelfTestRule | null {
    return this.#rule;
  }

  take(rule: SelfTestRule | null): void {
    if (isEqual(rule, this.#rule)) return;
    this.#store.saveSelfTest(rule);
    this.#rule = rule;
  }
}
