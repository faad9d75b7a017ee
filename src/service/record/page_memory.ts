import type { PageSnapshot } from "../../domain/page/view.ts";

const OLDEST_MS = 5000;
const RENEW_MS = 2500;
const MOST_ENTRIES = 300;
const GATHER_MS = 100;
const LOAD_MS = 5000;
const LOST = Symbol("lost");

interface MemoryEntry {
  at: number;
  value: unknown;
  isRenewing: boolean;
}

const gathering = new Map<string, Promise<unknown>>();
const loading = new Map<string, { begun: number; loaded: Promise<unknown> }>();

/**
 * Holds only what every visitor of the page may read. Separate rooms: a flood of ids or charts can't evict
 * the page.
 */
const ROOMS = {
  page: { entries: new Map<string, MemoryEntry>(), most: MOST_ENTRIES },
  parts: { entries: new Map<string, MemoryEntry>(), most: MOST_ENTRIES },
  series: { entries: new Map<string, MemoryEntry>(), most: 60 },
};
type Room = keyof typeof ROOMS;

/** Counts changes, to discard what was read before one. */
let generation = 0;

interface MemoryRequest<T> {
  now: number;
  waitUntil: (work: Promise<unknown>) => void;
  load: (known: T | null) => Promise<T>;
  room?: Room;
}

export async function cached<T>(
  key: string,
  { now, waitUntil, load, room = "page" }: MemoryRequest<T>,
): Promise<T> {
  const entry = ROOMS[room].entries.get(key);
  const age = entry ? now - entry.at : Infinity;
  if (!entry || age > OLDEST_MS)
    return await loadOnce(key, { waitUntil, load: () => renew(key, load, room) });
  if (age > RENEW_MS && !entry.isRenewing) {
    entry.isRenewing = true;
    waitUntil(
      renew(key, load, room).catch(() => {
        entry.isRenewing = false;
      }),
    );
  }
  return entry.value as T;
}

/**
 * Requests that arrive during a load wait for it. With a load each, the first visitors of a large page after a change
 * would keep the isolate busy for longer than an entry lives, and so would the next ones.
 */
async function loadOnce<T>(
  key: string,
  { waitUntil, load }: { waitUntil: (work: Promise<unknown>) => void; load: () => Promise<T> },
): Promise<T> {
  const known = loading.get(key);
  if (known?.begun === generation) {
    // The load is lost if the runtime stops the request that started it.
    const shared = await Promise.race([known.loaded, scheduler.wait(LOAD_MS).then(() => LOST)]);
    if (shared !== LOST) return shared as T;
    if (loading.get(key) === known) loading.delete(key);
    return await loadOnce(key, { waitUntil, load });
  }
  const own = { begun: generation, loaded: load() };
  loading.set(key, own);
  const end = () => {
    if (loading.get(key) === own) loading.delete(key);
  };
  // Others wait for it too, so it must outlive the request that started it.
  waitUntil(own.loaded.then(end, end));
  return await own.loaded;
}

export async function renew<T>(
  key: string,
  load: (known: T | null) => Promise<T>,
  room: Room = "page",
): Promise<T> {
  const { entries, most } = ROOMS[room];
  const begun = generation;
  const at = Date.now();
  const value = await load((entries.get(key)?.value as T | undefined) ?? null);
  if (begun === generation) {
    entries.delete(key);
    if (entries.size >= most) entries.delete(entries.keys().next().value ?? "");
    entries.set(key, { at, value, isRenewing: false });
  }
  return value;
}

export async function renewTogether<T>(
  key: string,
  { waitUntil, load }: { waitUntil: (work: Promise<unknown>) => void; load: (known: T | null) => Promise<T> },
): Promise<T> {
  let shared = gathering.get(key) as Promise<T> | undefined;
  if (!shared) {
    shared = scheduler.wait(GATHER_MS).then(async () => {
      gathering.delete(key);
      return await renew(key, load);
    });
    gathering.set(key, shared);
    // Others wait for it too, so it must outlive the request that started it.
    waitUntil(shared.catch(() => {}));
  }
  return await shared;
}

export function recall<T>(key: string, now: number): T | null {
  const entry = ROOMS.page.entries.get(key);
  return entry && now - entry.at <= RENEW_MS ? (entry.value as T) : null;
}

type DrawnKind = "json" | "html" | "sign-in" | "embed";

/** Bounded where requests could choose how much is kept. */
const MOST_MADE: Readonly<Record<DrawnKind, number>> = {
  json: 100,
  html: 200,
  "sign-in": 50,
  embed: 100,
};
const madeOf = new WeakMap<PageSnapshot, Record<DrawnKind, Map<string, unknown>>>();

export async function cachedFor<T>(
  snapshot: PageSnapshot,
  { kind, key, make }: { kind: DrawnKind; key: string; make: () => T | Promise<T> },
): Promise<T> {
  const own = madeOf.get(snapshot) ?? {
    json: new Map(),
    html: new Map(),
    "sign-in": new Map(),
    embed: new Map(),
  };
  madeOf.set(snapshot, own);
  const made = own[kind];
  if (made.has(key)) return made.get(key) as T;
  const value = await make();
  if (made.size >= MOST_MADE[kind]) made.delete(made.keys().next().value ?? "");
  made.set(key, value);
  return value;
}

export function forgetPage(): void {
  generation++;
  for (const { entries } of Object.values(ROOMS)) entries.clear();
}
