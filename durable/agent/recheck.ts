const KEY = "token_check";
const WAIT_MS = 60_000;
const RETRY_MS = 30_000;

interface Planned {
  key: string;
  at: number;
}

/** Stored before an agent changes, so its object reads it again even if nothing reports the change. */
export class Recheck {
  readonly #kv: SyncKvStorage;
  #planned: Planned | null;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
    this.#planned = kv.get<Planned>(KEY) ?? null;
  }

  get at(): number | null {
    return this.#planned?.at ?? null;
  }

  plan(key: string, now: number): void {
    this.#save({ key, at: now + WAIT_MS });
  }

  findDue(now: number): Planned | null {
    return this.#planned && this.#planned.at <= now ? this.#planned : null;
  }

  /** A change planned meanwhile keeps its own check. */
  finish(planned: Planned): void {
    if (this.#planned === planned) this.forget();
  }

  retry(planned: Planned, now: number): void {
    if (this.#planned === planned) this.#save({ key: planned.key, at: now + RETRY_MS });
  }

  forget(): void {
    this.#planned = null;
    this.#kv.delete(KEY);
  }

  #save(planned: Planned): void {
    this.#planned = planned;
    this.#kv.put(KEY, planned);
  }
}
