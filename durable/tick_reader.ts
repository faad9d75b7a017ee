import { type Failure, tellChecks } from "../src/domain/monitor/failure.ts";
import { indexInWatch } from "../src/domain/monitor/schedule.ts";
import type { MonitorState } from "../src/domain/monitor/state.ts";
import { HOUR_MS } from "../src/lib/units.ts";
import type { SingleResult, ToldCheck } from "../src/objects/watch.ts";
import type { WatchStore } from "./watch_store.ts";

interface RawResult {
  at: number;
  responseMs: number | null;
}

type LastCheck = Pick<MonitorState, "checkedAt" | "responseMs"> & { checkedAt: number };
/** By place in the watch. */
export type LastChecks = ReadonlyMap<number, LastCheck>;

/** For a list of monitors: what is checked seldom beside what is checked often is shown with fewer checks. */
const MOST_ROWS = 1500;

/** What the rows of ticks tell. */
export class TickReader {
  readonly #store: WatchStore;

  constructor(store: WatchStore) {
    this.#store = store;
  }

  /** Raw results of a monitor, for the hours that are not closed. */
  results(id: number, from: number): SingleResult[] {
    return [...this.#store.resultsOf(indexInWatch(id), from)].map(toRaw);
  }

  /** The last ones of a monitor, and why they failed. */
  lastOf(id: number, most: number): { checks: ToldCheck[]; failure: Failure | null } {
    const index = indexInWatch(id);
    const failures = this.#store.failures.of(id);
    const results = this.#store.lastResultsOf([index], { most }).get(index) ?? [];
    return { checks: tellChecks(results.map(toRaw), failures), failure: failures.at(-1) ?? null };
  }

  /** The last ones of several, of the time that is quickly read. */
  lately(ids: readonly number[], most: number): Map<number, ToldCheck[]> {
    const results = this.#store.lastResultsOf(ids.map(indexInWatch), { most, mostRows: MOST_ROWS });
    return new Map(
      ids.map((id) => {
        const own = results.get(indexInWatch(id)) ?? [];
        return [id, tellChecks(own.map(toRaw), this.#store.failures.of(id))];
      }),
    );
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

  /** The last check of each place, of the time that the states in storage may not tell of. */
  lastChecks(now: number): { lastTickAt: number | null; checks: LastChecks } {
    const closed = this.#store.closedHour();
    const from = closed === null ? now - HOUR_MS : closed * HOUR_MS;
    const checks = new Map<number, LastCheck>();
    let lastTickAt: number | null = null;
    for (const { at, results } of this.#store.ticks({ from, to: Infinity })) {
      lastTickAt = at;
      for (const { index, responseMs } of results) checks.set(index, { checkedAt: at, responseMs });
    }
    return { lastTickAt, checks };
  }
}

function toRaw({ at, status, responseMs }: SingleResult): SingleResult {
  return { at, status, responseMs };
}
