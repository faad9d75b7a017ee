import { batch, createMemo, createSignal, onCleanup } from "solid-js";
import { expand } from "../../../src/domain/monitor/listed.ts";
import type { CheckNotice } from "../../../src/domain/page/live_message.ts";
import type { ListedMonitor } from "../../../src/schema/listed_monitor.ts";
import { type ApiError, toApiError } from "../../lib/api.ts";
import type { Loading } from "../../lib/load.ts";
import { makeRetry } from "../../lib/retry.ts";
import { getMonitor, listShortMonitors } from "../api/monitor.ts";
import type { Entry } from "./entry.ts";
import { makeFeed } from "./feed.ts";
import { makeLatestChecks, withCheck } from "./latest_checks.ts";
import { turnAllLists, turnLists } from "./list_turns.ts";

interface KeptEntry extends Entry {
  set: (monitor: ListedMonitor) => void;
}

const LINGER_MS = 10_000;
/** In case the stream lost an event. */
const REFRESH_MS = 300_000;
const GATHER_MS = 200;
/** Above this, one request for all is cheaper than one each. */
const MOST_SINGLE = 10;

const byId = new Map<number, KeptEntry>();
const [entries, setEntries] = createSignal<readonly Entry[]>([]);
const [round, setRound] = createSignal(0);
const [loads, setLoads] = createSignal(0);
const [isLoading, setIsLoading] = createSignal(false);
const [isLive, setIsLive] = createSignal(false);
const [silentSince, setSilentSince] = createSignal<number | null>(null);
const [error, setError] = createSignal<ApiError>();

const changed = new Set<number>();
const latest = makeLatestChecks();
const retry = makeRetry(() => void load());
let users = 0;
let disconnect: (() => void) | null = null;
let lingering: ReturnType<typeof setTimeout> | undefined;
let loading: AbortController | undefined;

/** `round` changes with a status, a name or the list itself, but not with every check. */
export const monitors = {
  entries,
  round,
  loads,
  isLoaded,
  isLoading,
  isLive: () => isLive() && !error(),
  silentSince,
  error,
  find: (id: number): Entry | undefined => byId.get(id),
  put,
  take,
  drop,
  reload: () => void load(),
  refresh: () => void (disconnect && load()),
};

function isLoaded(): boolean {
  return loads() > 0;
}

export function followMonitors(): typeof monitors {
  users++;
  clearTimeout(lingering);
  if (!disconnect) {
    disconnect = connect();
    void load();
  }
  onCleanup(() => {
    users--;
    lingering = setTimeout(leave, LINGER_MS);
  });
  return monitors;
}

export function createMonitorsLoad<T>(make: () => T): Loading<T> {
  const data = createMemo(() => (isLoaded() ? make() : undefined));
  return {
    data,
    loadedAt: () => 0,
    error: () => (isLoaded() ? undefined : error()),
    isLoading,
    reload: () => void load(),
  };
}

function leave(): void {
  if (users > 0) return;
  disconnect?.();
  disconnect = null;
  loading?.abort();
  retry.stop();
  setIsLive(false);
  setSilentSince(null);
}

function connect(): () => void {
  const refresh = setInterval(() => void load(), REFRESH_MS);
  const close = makeFeed({
    onOpen(isAgain) {
      setIsLive(true);
      setSilentSince(null);
      if (!isAgain) return;
      turnAllLists();
      void load();
    },
    onLost() {
      setIsLive(false);
      setSilentSince((since) => since ?? Date.now());
      // Without a stream, each reconnect loads the list, which also reveals that the session ended.
      void load();
    },
    onChecks: applyChecks,
    onChanged(id) {
      if (changed.size === 0) setTimeout(() => void loadChanged(), GATHER_MS);
      changed.add(id);
    },
    onDeleted: drop,
    onLists: turnLists,
  });
  return () => {
    clearInterval(refresh);
    close();
  };
}

async function load(): Promise<void> {
  loading?.abort();
  retry.stop();
  loading = new AbortController();
  const { signal } = loading;
  const askedAt = latest.moment();
  setIsLoading(true);
  try {
    const gone = new Set(byId.keys());
    for await (const slice of listShortMonitors(signal))
      batch(() => {
        for (const short of slice) {
          gone.delete(short.id);
          keep(expand(short), askedAt);
        }
      });
    retry.reset();
    batch(() => {
      for (const id of gone) byId.delete(id);
      latest.forget((id) => !byId.has(id));
      setEntries([...byId.values()]);
      setError(undefined);
      setLoads((count) => count + 1);
      setRound((count) => count + 1);
    });
  } catch (thrown) {
    if (signal.aborted) return;
    const fault = toApiError(thrown);
    retry.after(fault);
    setError(fault);
  }
  setIsLoading(false);
}

async function loadChanged(): Promise<void> {
  const ids = [...changed];
  changed.clear();
  if (ids.length > MOST_SINGLE) return await load();
  await Promise.allSettled(ids.map(take));
}

async function take(id: number): Promise<void> {
  const askedAt = latest.moment();
  put(await getMonitor(id), askedAt);
}

function put(monitor: ListedMonitor, askedAt = latest.moment()): void {
  batch(() => {
    const entry = keep(monitor, askedAt);
    setEntries((before) => (before.includes(entry) ? before : [...before, entry]));
    setRound((count) => count + 1);
  });
}

function drop(id: number): void {
  if (!byId.delete(id)) return;
  batch(() => {
    setEntries((before) => before.filter((entry) => entry.id !== id));
    setRound((count) => count + 1);
  });
}

function keep(response: ListedMonitor, askedAt: number): KeptEntry {
  const monitor = latest.applyTo(response, askedAt);
  const known = byId.get(monitor.id);
  if (known) {
    known.set(monitor);
    return known;
  }
  let current = monitor;
  const [read, write] = createSignal(monitor);
  const entry: KeptEntry = {
    id: monitor.id,
    monitor: read,
    peek: () => current,
    set(next) {
      current = next;
      write(next);
    },
  };
  byId.set(monitor.id, entry);
  return entry;
}

function applyChecks(checks: readonly CheckNotice[]): void {
  latest.record(checks);
  batch(() => {
    let hasTurned = false;
    for (const check of checks) {
      const entry = byId.get(check.monitorId);
      if (!entry) continue;
      const before = entry.peek();
      const after = withCheck(before, check);
      hasTurned ||= before.currentStatus !== after.currentStatus;
      if (after !== before) entry.set(after);
    }
    if (hasTurned) setRound((count) => count + 1);
  });
}
