import { withReasons } from "../../src/domain/monitor/failure.ts";
import { latestOfEach } from "../../src/domain/monitor/place_results.ts";
import { describePlaces } from "../../src/domain/monitor/place_vote.ts";
import { indexInWatch } from "../../src/domain/monitor/schedule.ts";
import { SET_BACK_MS } from "../../src/domain/monitor/set_back.ts";
import type { MonitorState } from "../../src/domain/monitor/state.ts";
import type { WatchedMonitor } from "../../src/domain/monitor/watch_plan.ts";
import { HOUR_MS } from "../../src/lib/units.ts";
import type { DetailedCheck, LastChecks as LastChecksOfOne, SingleResult } from "../../src/objects/watch.ts";
import type { PlaceResult } from "../../src/schema/location.ts";
import { HOME } from "../../src/schema/place.ts";
import type { WatchStore } from "./store.ts";

interface RawResult {
  at: number;
  responseMs: number | null;
}

type LastCheck = Pick<MonitorState, "checkedAt" | "responseMs"> & { checkedAt: number };
export type LastChecks = ReadonlyMap<number, LastCheck>;

const MOST_ROWS = 1500;

export function readResults(store: WatchStore, id: number, { from }: { from: number }): SingleResult[] {
  return [...store.ticks.resultsOf(indexInWatch(id), { from, to: untilNow() })].map(toRaw);
}

export function readLastChecks(
  store: WatchStore,
  { id, places: asked }: WatchedMonitor,
  { most }: { most: number },
): LastChecksOfOne {
  const index = indexInWatch(id);
  const failures = store.failures.of(id);
  const results = store.ticks.lastResultsOf([index], { to: untilNow(), most }).get(index) ?? [];
  const checks = withReasons(results.map(toRaw), failures);
  const failure = failures.at(-1) ?? null;
  if (!asked) return { checks, failure, places: [] };
  const placed = [...store.ticks.placesOf(index, untilNow())];
  const byTime = new Map(placed.map(({ at, places }) => [at, places]));
  return {
    checks: checks.map((check) => withPlaces(check, byTime.get(check.at))),
    failure,
    places: latestOfEach(placed, [HOME, ...asked.locations]),
  };
}

export function readLately(
  store: WatchStore,
  ids: readonly number[],
  { most }: { most: number },
): Map<number, DetailedCheck[]> {
  const results = store.ticks.lastResultsOf(ids.map(indexInWatch), {
    to: untilNow(),
    most,
    mostRows: MOST_ROWS,
  });
  return new Map(
    ids.map((id) => {
      const own = results.get(indexInWatch(id)) ?? [];
      return [id, withReasons(own.map(toRaw), store.failures.of(id))];
    }),
  );
}

export function readRawSince(
  store: WatchStore,
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
  for (const { at, results } of store.ticks.between({ from, to: untilNow() })) {
    for (const { index, responseMs } of results) {
      const own = found.get(index);
      if (own && at >= own.rawFrom) own.results.push({ at, responseMs });
    }
  }
  return [...found.values()].map(({ id, results }) => ({ id, results }));
}

export function readLatest(
  store: WatchStore,
  now: number,
): { lastTickAt: number | null; checks: LastChecks } {
  const closed = store.closedHour();
  const from = closed === null ? now - HOUR_MS : Math.min(closed, Math.floor(now / HOUR_MS)) * HOUR_MS;
  const checks = new Map<number, LastCheck>();
  let lastTickAt: number | null = null;
  for (const { at, results } of store.ticks.between({ from, to: now + SET_BACK_MS })) {
    lastTickAt = at;
    for (const { index, responseMs } of results) checks.set(index, { checkedAt: at, responseMs });
  }
  return { lastTickAt, checks };
}

function withPlaces(check: DetailedCheck, places: readonly PlaceResult[] | undefined): DetailedCheck {
  if (!places) return check;
  const isSplit = check.status === "up" && places[0]?.status !== "up";
  return { ...check, places: [...places], message: isSplit ? describePlaces(places) : check.message };
}

function toRaw({ at, status, responseMs }: SingleResult): SingleResult {
  return { at, status, responseMs };
}

/** Ticks further ahead predate a clock that was set back. */
function untilNow(): number {
  return Date.now() + SET_BACK_MS;
}
