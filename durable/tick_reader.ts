import { indexInWatch } from "../src/domain/monitor/schedule.ts";
import {
  addResponse,
  emptyResponseTimes,
  encodeResponseDay,
  type ResponseTimes,
} from "../src/domain/uptime/response_times.ts";
import { toBase64 } from "../src/lib/bytes.ts";
import { orLog } from "../src/lib/log.ts";
import type { WatchStore } from "./watch_store.ts";
import type { Watched } from "./watched.ts";

const HOUR_MS = 3_600_000;
const HOURS_A_DAY = 24;

interface RawResult {
  at: number;
  responseMs: number | null;
}

/** What the rows of ticks tell: single results, and response times by the hour. */
export class TickReader {
  readonly #store: WatchStore;
  readonly #watched: ReadonlyMap<number, Watched>;

  constructor(store: WatchStore, watched: ReadonlyMap<number, Watched>) {
    this.#store = store;
    this.#watched = watched;
  }

  /** Raw results of a monitor, for the hours that are not closed. */
  results(id: number, from: number): { at: number; status: string; responseMs: number | null }[] {
    return [...this.#store.resultsOf(indexInWatch(id), from)].map(({ at, status, responseMs }) => {
      return { at, status, responseMs };
    });
  }

  /** The same of several at once, from where each one wants them. */
  rawSince(
    wanted: readonly { id: number; rawFrom: number | null }[],
  ): { id: number; results: { at: number; responseMs: number | null }[] }[] {
    const found = new Map(
      wanted
        .filter(({ rawFrom }) => rawFrom !== null)
        .map(({ id, rawFrom }) => {
          return [indexInWatch(id), { id, rawFrom: rawFrom ?? 0, results: [] as RawResult[] }] as const;
        }),
    );
    if (found.size === 0) return [];
    const from = Math.min(...[...found.values()].map(({ rawFrom }) => rawFrom));
    for (const { at, results } of this.#store.ticks({ from, to: Infinity })) {
      for (const { index, responseMs } of results) {
        const own = found.get(index);
        if (own && at >= own.rawFrom) own.results.push({ at, responseMs });
      }
    }
    return [...found.values()].map(({ id, results }) => ({ id, results }));
  }

  /** Gives the states in memory the last check's time and duration, which only the ticks have. */
  catchUp(now: number): number | null {
    const closed = this.#store.closedHour();
    const from = closed === null ? now - HOUR_MS : closed * HOUR_MS;
    const byIndex = new Map([...this.#watched].map(([id, watched]) => [indexInWatch(id), watched]));
    let last: number | null = null;
    for (const { at, results } of this.#store.ticks({ from, to: Infinity })) {
      last = at;
      for (const { index, responseMs } of results) {
        const state = byIndex.get(index)?.state;
        if (state && at > (state.checkedAt ?? 0)) Object.assign(state, { checkedAt: at, responseMs });
      }
    }
    return last;
  }

  /** Hands on the response times of every hour that has ended since the last call. */
  closeHours(now: number): void {
    const current = Math.floor(now / HOUR_MS);
    const closed = this.#store.closedHour();
    if (closed === current) return;
    this.#store.inTransaction(() => {
      if (closed !== null) {
        for (let hour = Math.max(closed, current - 7 * HOURS_A_DAY); hour < current; hour++) {
          orLog("an hour of response times is left out", { hour }, () => this.#closeHour(hour));
        }
        for (const watched of this.#watched.values()) this.#store.saveState(watched);
      }
      this.#store.saveClosedHour(current);
    });
  }

  #closeHour(hour: number): void {
    const times = new Map<number, ResponseTimes>();
    for (const { results } of this.#store.ticks({ from: hour * HOUR_MS, to: (hour + 1) * HOUR_MS })) {
      for (const { index, responseMs } of results) {
        if (responseMs === null) continue;
        const own = times.get(index) ?? emptyResponseTimes();
        addResponse(own, responseMs);
        times.set(index, own);
      }
    }
    const hours = [...this.#watched.keys()].flatMap((monitorId) => {
      const own = times.get(indexInWatch(monitorId));
      if (!own) return [];
      const packed = orLog("an hour of a monitor is left out", { hour, monitorId }, () =>
        toBase64(encodeResponseDay(new Map([[hour % HOURS_A_DAY, own]]))),
      );
      return packed === null ? [] : [{ monitorId, packed }];
    });
    const day = Math.floor(hour / HOURS_A_DAY);
    if (hours.length > 0) this.#store.addToOutbox({ kind: "responses", day, hours });
  }
}
