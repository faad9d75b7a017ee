import { DurableObject } from "cloudflare:workers";
import type { Env } from "../../src/env.ts";
import { hashPassword, isPasswordRight } from "../../src/lib/password.ts";
import type { GateObject, Limit, Pass } from "../../src/objects/gate.ts";

interface Count {
  /** When each request that passed came, oldest first. */
  at: number[];
  refusedAt: number;
  refusals?: number;
}

/**
 * One instance per client address (or per signed-in user, for limits on sensitive actions). It counts what
 * passed inside each window and does the password hashing, which a request has too little CPU time for.
 * Counts are stored and survive eviction; the alarm clears them once the longest window has passed.
 */
export class Gate extends DurableObject<Env> implements GateObject {
  async take({ name, max, windowMs, countsRefusals = false }: Limit): Promise<Pass> {
    const now = Date.now();
    const count = this.ctx.storage.kv.get<Count>(name) ?? { at: [], refusedAt: 0 };
    // Those ahead are of a clock that was set back since.
    const at = count.at.filter((time) => time > now - windowMs && time <= now);
    const oldest = at[0];
    if (oldest !== undefined && at.length >= max) {
      const isFirstRefusal = count.refusedAt <= now - windowMs || count.refusedAt > now;
      const refusedAt = isFirstRefusal ? now : count.refusedAt;
      const refusals = (isFirstRefusal ? 0 : (count.refusals ?? 0)) + 1;
      const counted = countsRefusals ? { refusals } : {};
      if (isFirstRefusal || countsRefusals)
        this.ctx.storage.kv.put(name, { at, refusedAt, ...counted } satisfies Count);
      const retryAfterSecs = Math.ceil((oldest + windowMs - now) / 1000);
      return { ok: false, retryAfterSecs, isFirstRefusal, ...counted };
    }
    this.ctx.storage.kv.put(name, { at: [...at, now], refusedAt: count.refusedAt } satisfies Count);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(now + windowMs);
    return { ok: true };
  }

  /** What was taken last turned out to count for nothing: a right password is no guess. */
  async giveBack(name: string): Promise<void> {
    const count = this.ctx.storage.kv.get<Count>(name);
    if (count) this.ctx.storage.kv.put(name, { ...count, at: count.at.slice(0, -1) } satisfies Count);
  }

  async hashPassword(password: string): Promise<string> {
    return await hashPassword(password);
  }

  /** Without a hash (no such user, or one who only signs in elsewhere) the same work is done for nothing. */
  async isPasswordRight(password: string, hash: string | null): Promise<boolean> {
    return await isPasswordRight(password, hash);
  }

  override async alarm(): Promise<void> {
    // Longer than any window past the last request: whatever is stored can no longer refuse anybody.
    const now = Date.now();
    const newest = Math.max(0, ...[...this.ctx.storage.kv.list<Count>()].flatMap(([, count]) => count.at));
    if (newest + LONGEST_WINDOW_MS <= now) await this.ctx.storage.deleteAll();
    else await this.ctx.storage.setAlarm(newest + LONGEST_WINDOW_MS);
  }
}

const LONGEST_WINDOW_MS = 15 * 60_000;
