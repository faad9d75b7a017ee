import type { LiveStatus } from "../../src/domain/monitor/watch_item.ts";
import type { PageSnapshot } from "../../src/domain/page/view.ts";
import type { Env } from "../../src/env.ts";
import { log } from "../../src/lib/log.ts";
import type { StoredLayout } from "../../src/service/page/layout.ts";
import { nameFault } from "../../src/service/record/database_fault.ts";
import { PageSource } from "./source.ts";

const OLDEST_MS = 60_000;
const RENEW_MS = 30_000;
/** The static copy is pushed on a schedule: without an announced change it needs no read for this long. */
const STEADY_MS = 5 * 60_000;
const RETRY_MS = 5000;

/**
 * The last read for a static copy, kept in the isolate because an object without visitors is evicted before the next
 * push. It holds until a change of that page calls for another whole copy.
 */
let kept: { pageId: number; wholeAt: number; readAt: number; source: PageSource } | null = null;

export class ContentReader {
  readonly #env: Env;
  readonly #pageId: number;
  readonly #waitUntil: (work: Promise<unknown>) => void;
  #source: PageSource;
  #reading: Promise<void> | null = null;
  #changes = 0;
  #changesRead = -1;
  #readAt = 0;
  #failedAt = 0;
  #revision = 0;

  constructor(env: Env, pageId: number, waitUntil: (work: Promise<unknown>) => void) {
    this.#env = env;
    this.#pageId = pageId;
    this.#waitUntil = waitUntil;
    this.#source = new PageSource(env, pageId);
  }

  get revision(): number {
    return this.#revision;
  }

  get changesRead(): number {
    return this.#changesRead;
  }

  get isBehind(): boolean {
    return this.#hasUnread() || this.#failedAt > 0;
  }

  snapshot(now: number): PageSnapshot | null {
    return this.#source.snapshot(now);
  }

  noteChange(): void {
    if (kept?.pageId === this.#pageId) kept = null;
    this.#changes++;
    this.#failedAt = 0;
  }

  takeStatuses(statuses: readonly LiveStatus[], now: number): LiveStatus[] {
    const placed = this.#source.takeStatuses(statuses, now);
    if (placed.length > 0) this.#revision++;
    return placed;
  }

  async refresh(now: number): Promise<void> {
    const age = now - this.#readAt;
    if (now - this.#failedAt <= RETRY_MS) return;
    if (this.#hasUnread() || age > OLDEST_MS) await this.#read();
    else if (age > RENEW_MS) this.#waitUntil(this.#read());
  }

  async refreshStatuses(now: number, maxAgeMs: number): Promise<void> {
    if (this.#hasUnread() || now - this.#readAt > STEADY_MS) await this.#read();
    else if (now - this.#source.takenAt() > maxAgeMs) {
      await this.#source.takeWatches(now);
      this.#revision++;
    }
  }

  /** Continues from the reading of the last copy, unless a change or a reading came since. */
  resume(wholeAt: number): void {
    const isOwn = kept?.pageId === this.#pageId && kept.wholeAt === wholeAt;
    if (this.#changes > 0 || this.#readAt > 0 || !kept || !isOwn) return;
    this.#source = kept.source;
    this.#readAt = kept.readAt;
    this.#changesRead = this.#changes;
    this.#revision++;
  }

  keepFor(wholeAt: number): void {
    const isCurrent = !this.#hasUnread() && this.#readAt > 0;
    kept = isCurrent ? { pageId: this.#pageId, wholeAt, readAt: this.#readAt, source: this.#source } : null;
  }

  #hasUnread(): boolean {
    return this.#changes !== this.#changesRead;
  }

  async #read(): Promise<void> {
    do {
      this.#reading ??= this.#readOnce().finally(() => {
        this.#reading = null;
      });
      await this.#reading;
    } while (this.#hasUnread() && this.#failedAt === 0);
  }

  async #readOnce(): Promise<void> {
    const changes = this.#changes;
    const now = Date.now();
    try {
      await this.#source.read(now);
      this.#changesRead = changes;
      this.#readAt = now;
      this.#failedAt = 0;
      this.#revision++;
    } catch (error) {
      log("warn", "failed to read the page", { error });
      this.#failedAt = now;
      await this.#makeDo(error, now);
    }
  }

  async #makeDo(fault: unknown, now: number): Promise<void> {
    try {
      await this.#source.makeDo((await nameFault(this.#env, fault)) ?? "other", now);
      this.#revision++;
    } catch (error) {
      log("warn", "no copy of the page", { error });
    }
  }
}

export async function readPreview(env: Env, pageId: number, layout: StoredLayout): Promise<PageSnapshot> {
  const source = new PageSource(env, pageId, layout);
  const now = Date.now();
  await source.read(now);
  const snapshot = source.snapshot(now);
  if (!snapshot) throw new Error("nothing was read");
  return snapshot;
}
