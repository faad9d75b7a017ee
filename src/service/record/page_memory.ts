import type { PageSnapshot } from "../../domain/page/view.ts";

/** A visitor's answer is never older than this. */
const OLDEST_MS = 5000;
/** From this age on an answer is made anew while the old one is still handed out. */
const RENEW_MS = 2500;
const MOST_ENTRIES = 300;
const GATHER_MS = 100;

interface MemoryEntry {
  at: number;
  value: unknown;
  isRenewing: boolean;
}

const gathering = new Map<string, Promise<unknown>>();

/**
 * What this isolate has been told of the page. Everything in it may be read by whoever may read the page.
 * `page` is what everybody gets, `parts` what is asked for by a number or an id, `series` what takes much room: a
 * flood of the ones pushes nothing of the others out.
 */
const ROOMS = {
  page: { entries: new Map<string, MemoryEntry>(), most: MOST_ENTRIES },
  parts: { entries: new Map<string, MemoryEntry>(), most: MOST_ENTRIES },
  series: { entries: new Map<string, MemoryEntry>(), most: 60 },
};
type Room = keyof typeof ROOMS;

/** Counts the changes made here, so that what was read before one is not kept after it. */
let generation = 0;

interface MemoryRequest<T> {
  now: number;
  waitUntil: (work: Promise<unknown>) => void;
  load: (known: T | null) => Promise<T>;
  room?: Room;
}

/** Another request of this isolate, or time, may have made it anew; it says what is known, not what was asked. */
export async function remembered<T>(
  key: string,
  { now, waitUntil, load, room = "page" }: MemoryRequest<T>,
): Promise<T> {
  const entry = ROOMS[room].entries.get(key);
  const age = entry ? now - entry.at : Infinity;
  if (!entry || age > OLDEST_MS) return await renew(key, load, room);
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

/** The same, always asked anew. */
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

/** Many who can't be answered from memory at one moment are answered by one asking. */
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
    // Others wait for it too: it must not end with the request that began it.
    waitUntil(shared.catch(() => {}));
  }
  return await shared;
}

/** What there is right now, without asking anybody; null when it is too old. */
export function recall<T>(key: string, now: number): T | null {
  const entry = ROOMS.page.entries.get(key);
  return entry && now - entry.at <= RENEW_MS ? (entry.value as T) : null;
}

type DrawnKind = "json" | "html" | "sign-in";

/** What can be asked for in more ways than languages is bounded: who asks must not choose how much is kept. */
const MOST_MADE: Readonly<Record<DrawnKind, number>> = { json: 100, html: 200, "sign-in": 50 };
const madeOf = new WeakMap<PageSnapshot, Record<DrawnKind, Map<string, unknown>>>();

/** What was made of a snapshot goes with it. */
export async function madeOnce<T>(
  snapshot: PageSnapshot,
  { kind, key, make }: { kind: DrawnKind; key: string; make: () => T | Promise<T> },
): Promise<T> {
  const own = madeOf.get(snapshot) ?? { json: new Map(), html: new Map(), "sign-in": new Map() };
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
