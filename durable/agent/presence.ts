import { RECONNECT_MS } from "../../src/domain/agent/away.ts";
import type { AgentArrival, AgentGlance } from "../../src/objects/agent.ts";
import type { AgentNews } from "../../src/service/agent/news.ts";

const KEY = "presence";
const MOST_NEWS = 20;
/** Only the current token and the old one can connect. */
const MOST_TOKENS = 2;

interface Presence {
  key: string;
  awayAfterSecs: number;
  since: number;
  goneAt: number | null;
  /** From then on it has time to reconnect. */
  noticedAt: number;
  isAnnounced: boolean;
  news: AgentNews[];
  last: NonNullable<AgentGlance["last"]>;
  usedTokens?: readonly string[];
}

/** Stored, because an absence outlasts evictions. */
export class AgentPresence {
  readonly #kv: SyncKvStorage;
  #known: Presence | null;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
    this.#known = kv.get<Presence>(KEY) ?? null;
  }

  get key(): string | null {
    return this.#known?.key ?? null;
  }

  get goneAt(): number | null {
    return this.#known?.goneAt ?? null;
  }

  get news(): readonly AgentNews[] {
    return this.#known?.news ?? [];
  }

  get last(): AgentGlance["last"] {
    return this.#known?.last ?? null;
  }

  get usedTokens(): readonly string[] | null {
    return this.#known ? (this.#known.usedTokens ?? null) : [];
  }

  arrive({ key, awayAfterSecs, tokenHash, version, host, address }: AgentArrival, now: number): void {
    const before = this.#known;
    const goneAt = before?.goneAt ?? null;
    const isBlip = before !== null && (goneAt === null || this.reconnectMs(now) > 0);
    const back: AgentNews[] = before?.isAnnounced ? [{ what: "back", since: goneAt ?? now, at: now }] : [];
    this.#save({
      key,
      awayAfterSecs,
      since: isBlip ? before.since : now,
      goneAt: null,
      noticedAt: now,
      isAnnounced: false,
      news: [...(before?.news ?? []), ...back].slice(-MOST_NEWS),
      last: { version, host, address },
      usedTokens: [...new Set([tokenHash, ...(before?.usedTokens ?? [])])].slice(0, MOST_TOKENS),
    });
  }

  leave(at: number, now: number): boolean {
    if (!this.#known || this.#known.goneAt !== null) return false;
    this.#save({ ...this.#known, goneAt: at, noticedAt: now });
    return true;
  }

  announceIfDue(now: number): void {
    const due = this.awayAt();
    if (!this.#known || this.#known.goneAt === null || due === null || due > now) return;
    const away: AgentNews = { what: "away", since: this.#known.goneAt, at: now };
    this.#save({ ...this.#known, isAnnounced: true, news: [...this.#known.news, away].slice(-MOST_NEWS) });
  }

  awayAt(): number | null {
    const { goneAt = null, noticedAt = 0, isAnnounced = false, awayAfterSecs = 0 } = this.#known ?? {};
    if (goneAt === null || isAnnounced) return null;
    return Math.max(goneAt + awayAfterSecs * 1000, noticedAt + RECONNECT_MS);
  }

  dropNews(count: number): void {
    if (this.#known && count > 0) this.#save({ ...this.#known, news: this.#known.news.slice(count) });
  }

  setAwayAfter(awayAfterSecs: number): void {
    if (this.#known && this.#known.awayAfterSecs !== awayAfterSecs)
      this.#save({ ...this.#known, awayAfterSecs });
  }

  glance(now: number): Pick<AgentGlance, "status" | "since"> {
    if (!this.#known) return { status: "never", since: null };
    const { goneAt, since } = this.#known;
    return goneAt !== null && this.reconnectMs(now) === 0
      ? { status: "away", since: goneAt }
      : { status: "online", since };
  }

  reconnectMs(now: number): number {
    const { goneAt = null, noticedAt = 0 } = this.#known ?? {};
    const passedMs = now - noticedAt;
    return goneAt === null || passedMs < 0 ? 0 : Math.max(0, RECONNECT_MS - passedMs);
  }

  forget(): void {
    this.#known = null;
  }

  #save(next: Presence): void {
    this.#known = next;
    this.#kv.put(KEY, next);
  }
}
