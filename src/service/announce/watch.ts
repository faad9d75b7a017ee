import { openDb, save } from "../../data/db.ts";
import { clearStale, listStale, listWatches } from "../../data/watch.ts";
import { watchOf } from "../../domain/monitor/schedule.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { allWithin } from "../../lib/within.ts";
import type { WatchObject } from "../../objects/watch.ts";
import { noteNewerStorage } from "../record/newer_storage.ts";

export type WatchStub = DurableObjectStub<WatchObject>;

export function watchNumbered(env: Env, watch: number): WatchStub {
  return env.WATCH.getByName(`watch-${watch}`);
}

export function watchFor(env: Env, monitorId: number): WatchStub {
  return watchNumbered(env, watchOf(monitorId));
}

/** One hanging watch must not hide the monitors of all others. */
const TIMEOUT_MS = 5000;

/** Watches that fail or don't respond in time are left out. */
export async function askWatches<T>(
  env: Env,
  watches: Iterable<number>,
  ask: (watch: WatchStub, number: number) => Promise<T>,
  timeoutMs = TIMEOUT_MS,
): Promise<Map<number, T>> {
  const asked = [...watches];
  const results = await allWithin(
    timeoutMs,
    asked.map((watch) => async () => await ask(watchNumbered(env, watch), watch)),
  );
  const responses = new Map<number, T>();
  for (const [i, watch] of asked.entries()) {
    const result = results[i]!;
    if (result.status === "fulfilled") responses.set(watch, result.value);
    else log("warn", "a watch did not respond", { watch, error: result.reason });
  }
  return responses;
}

export async function announceToWatches(env: Env): Promise<void> {
  const db = openDb(env.DB);
  const stale = await listStale(db);
  await Promise.all(
    stale.map(async ({ watch, version }) => {
      try {
        await watchNumbered(env, watch).reload();
        await save(db, [clearStale(db, watch, version)]);
      } catch (error) {
        log("warn", "a watch did not accept a change", { watch, error });
      }
    }),
  );
}

export async function reviveWatches(env: Env): Promise<void> {
  const watches = await listWatches(openDb(env.DB));
  const results = await Promise.allSettled(watches.map((watch) => watchNumbered(env, watch).revive()));
  for (const [i, result] of results.entries()) {
    if (result.status === "rejected")
      log("warn", "a watch did not respond", { watch: watches[i], error: result.reason });
  }
  await noteNewerStorage(
    env,
    results.map((result) => (result.status === "rejected" ? result.reason : null)),
  );
}
