/** A visitor's answer is never older than this. */
const OLDEST_MS = 5000;
/** From this age on an answer is made anew while the old one is still handed out. */
const RENEW_MS = 2500;
const MOST_ENTRIES = 500;
const GATHER_MS = 100;

interface Entry {
  at: number;
  value: unknown;
  isRenewing: boolean;
}

/** What this isolate has been told of the page. Everything in it may be read by whoever may read the page. */
const entries = new Map<string, Entry>();
const gathering = new Map<string, Promise<unknown>>();
/** Counts the changes made here, so that what was read before one is not kept after it. */
let generation = 0;

/** Another request of this isolate, or time, may have made it anew; it says what is known, not what was asked. */
export async function remembered<T>(
  key: string,
  {
    now,
    waitUntil,
    load,
  }: { now: number; waitUntil: (work: Promise<unknown>) => void; load: (known: T | null) => Promise<T> },
): Promise<T> {
  const entry = entries.get(key);
  const age = entry ? now - entry.at : Infinity;
  if (!entry || age > OLDEST_MS) return await renew(key, load);
  if (age > RENEW_MS && !entry.isRenewing) {
    entry.isRenewing = true;
    waitUntil(
      renew(key, load).catch(() => {
        entry.isRenewing = false;
      }),
    );
  }
  return entry.value as T;
}

/** The same, always asked anew. */
export async function renew<T>(key: string, load: (known: T | null) => Promise<T>): Promise<T> {
  const begun = generation;
  const at = Date.now();
  const value = await load((entries.get(key)?.value as T | undefined) ?? null);
  if (begun === generation) {
    if (entries.size >= MOST_ENTRIES) entries.delete(entries.keys().next().value ?? "");
    entries.delete(key);
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
  const entry = entries.get(key);
  return entry && now - entry.at <= RENEW_MS ? (entry.value as T) : null;
}

export function forgetPage(): void {
  generation++;
  entries.clear();
}
