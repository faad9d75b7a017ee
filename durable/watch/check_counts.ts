import type { CheckSums } from "../../src/domain/monitor/figures.ts";
import { indexInWatch } from "../../src/domain/monitor/schedule.ts";
import type { PackedResult } from "../../src/domain/uptime/packing.ts";
import { HOUR_MS } from "../../src/lib/units.ts";
import type { WatchStore } from "./store.ts";

const NONE: CheckSums = { checks: 0, failures: 0, responses: 0, responseMs: 0 };

/**
 * Complete in memory; stored once an hour and completed from later ticks after a restart. A check costs no row of its
 * own, and a crash loses no count.
 */
export class CheckCounts {
  readonly #store: WatchStore;
  readonly #sums: Map<number, CheckSums>;

  constructor(store: WatchStore) {
    this.#store = store;
    const { through, sums } = store.checkSums() ?? { through: null, sums: new Map() };
    this.#sums = sums;
    // A watch of an earlier version starts with the current hour: its older ticks are many, and expire one by one.
    const from = through === null ? (store.closedHour() ?? 0) * HOUR_MS : through + 1;
    for (const { results } of store.ticks.between({ from, to: Infinity })) this.add(results);
  }

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

  forget(): void {
    this.#sums.clear();
  }

  of(monitorId: number): CheckSums {
    return this.#sums.get(indexInWatch(monitorId)) ?? NONE;
  }

  save(): void {
    this.#store.saveCheckSums(this.#sums);
  }
}
