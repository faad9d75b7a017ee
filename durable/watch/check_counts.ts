import type { CheckSums } from "../../src/domain/monitor/figures.ts";
import { indexInWatch } from "../../src/domain/monitor/schedule.ts";
import type { PackedResult } from "../../src/domain/uptime/packing.ts";
import { HOUR_MS } from "../../src/lib/units.ts";
import type { WatchStore } from "./store.ts";

const NONE: CheckSums = { checks: 0, failures: 0, responses: 0, responseMs: 0 };

/**
 * Counts the checks of each monitor since its beginning. In memory they are complete; stored is what they were at some
 * tick, once an hour, and the ticks after that one tell the rest when the watch begins anew: so a check costs no row of
 * its own, and no restart or crash takes anything from a count.
 */
export class CheckCounts {
  readonly #store: WatchStore;
  /** By place in the watch. */
  readonly #sums: Map<number, CheckSums>;

  constructor(store: WatchStore) {
    this.#store = store;
    const { through, sums } = store.checkSums() ?? { through: null, sums: new Map() };
    this.#sums = sums;
    // A watch of an earlier version begins with the hour that goes on: older ticks are many, and drop out one by one.
    const from = through === null ? (store.closedHour() ?? 0) * HOUR_MS : through + 1;
    for (const { results } of store.ticks.between({ from, to: Infinity })) this.add(results);
  }

  /** Those of a tick that is stored. */
  add(results: readonly PackedResult[]): void {
    for (const { index, status, responseMs } of results) {
      const { checks, failures, responses, responseMs: sum } = this.#sums.get(index) ?? NONE;
      this.#sums.set(index, {
        checks: checks + 1,
        failures: failures + (status === "up" ? 0 : 1),
        responses: responses + (responseMs === null ? 0 : 1),
        responseMs: sum + (responseMs ?? 0),
      });
    }
  }

  /** They were of other monitors. */
  forget(): void {
    this.#sums.clear();
  }

  of(monitorId: number): CheckSums {
    return this.#sums.get(indexInWatch(monitorId)) ?? NONE;
  }

  /** A part of its caller's transaction. */
  save(): void {
    this.#store.saveCheckSums(this.#sums);
  }
}
