import type { CheckSums } from "../../src/domain/monitor/figures.ts";
import { indexInWatch } from "../../src/domain/monitor/schedule.ts";
import type { PackedResult } from "../../src/domain/uptime/packing.ts";
import {
  addResponse,
  emptyResponseTimes,
  encodeResponseDay,
  type ResponseTimes,
} from "../../src/domain/uptime/response_times.ts";
import type { Span } from "../../src/domain/uptime/uptime.ts";
import { toBase64 } from "../../src/lib/bytes.ts";
import { orLog } from "../../src/lib/log.ts";
import { HOUR_MS } from "../../src/lib/units.ts";
import type { MonitorBook } from "./monitor_book.ts";
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

const HOURS_A_DAY = 24;

export class ResponseHours {
  readonly #store: WatchStore;
  readonly #book: MonitorBook;
  readonly #counts: CheckCounts;

  constructor(store: WatchStore, { book, counts }: { book: MonitorBook; counts: CheckCounts }) {
    this.#store = store;
    this.#book = book;
    this.#counts = counts;
  }

  close(now: number): void {
    const current = Math.floor(now / HOUR_MS);
    const closed = this.#store.closedHour();
    if (closed === current) return;
    if (closed !== null && closed < current && this.#store.ticks.lastAt() < closed * HOUR_MS) return;
    this.#store.inTransaction(() => {
      if (closed !== null) {
        for (let hour = Math.max(closed, current - 7 * HOURS_A_DAY); hour < current; hour++) {
          orLog("skipped an hour of response times", { hour }, () => this.#closeHour(hour));
        }
        this.#book.saveAll();
      }
      this.#counts.save();
      this.#store.saveClosedHour(current);
    });
  }

  open({ from, to }: Span): { id: number; times: ResponseTimes }[] {
    const times = this.#sum({ from: Math.max(from, (this.#store.closedHour() ?? 0) * HOUR_MS), to });
    return this.#book.list().flatMap(({ plan: { id } }) => {
      const own = times.get(indexInWatch(id));
      return own ? [{ id, times: own }] : [];
    });
  }

  #sum(span: Span): Map<number, ResponseTimes> {
    const times = new Map<number, ResponseTimes>();
    for (const { results } of this.#store.ticks.between(span)) {
      for (const { index, responseMs } of results) {
        if (responseMs === null) continue;
        const own = times.get(index) ?? emptyResponseTimes();
        addResponse(own, responseMs);
        times.set(index, own);
      }
    }
    return times;
  }

  #closeHour(hour: number): void {
    const times = this.#sum({ from: hour * HOUR_MS, to: (hour + 1) * HOUR_MS });
    const hours = this.#book.list().flatMap(({ plan: { id: monitorId } }) => {
      const own = times.get(indexInWatch(monitorId));
      if (!own) return [];
      const packed = orLog("skipped an hour of a monitor", { hour, monitorId }, () =>
        toBase64(encodeResponseDay(new Map([[hour % HOURS_A_DAY, own]]))),
      );
      return packed === null ? [] : [{ monitorId, packed }];
    });
    const day = Math.floor(hour / HOURS_A_DAY);
    if (hours.length > 0) this.#store.outbox.add({ kind: "responses", day, hours });
  }
}
