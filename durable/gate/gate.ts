import { DurableObject } from "cloudflare:workers";
import type { Env } from "../../src/env.ts";
import { hashPassword, isPasswordRight } from "../../src/lib/password.ts";
import type { GateObject, Limit, Pass } from "../../src/objects/gate.ts";

interface Count {
  at: number[];
  refusedAt: number;
  refusals?: number;
}

/**
 * One instance per client address, or per signed-in user for limits on sensitive actions. It counts passes
 * per window and hashes passwords, for which a request has too little CPU time. Counts survive eviction; the
 * alarm clears them after the longest window.
 */
export class Gate extends DurableObject<Env> implements GateObject {
  async take({ name, max, windowMs, countsRefusals = false }: Limit): Promise<Pass> {
    const now = Date.now();
    const count = this.ctx.storage.kv.get<Count>(name) ?? { at: [], refusedAt: 0 };
    // Times in the future date from before the clock was set back.
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

  async giveBack(name: string): Promise<void> {
    const count = this.ctx.storage.kv.get<Count>(name);
    if (count) this.ctx.storage.kv.put(name, { ...count, at: count.at.slice(0, -1) } satisfies Count);
  }

  async hashPassword(password: string): Promise<string> {
    return await hashPassword(password);
  }

  /** Does the same work without a hash (unknown user, or single sign-on only), to take the same time. */
  async isPasswordRight(password: string, hash: string | null): Promise<boolean> {
    return await isPasswordRight(password, hash);
  }

  override async alarm(): Promise<void> {
    // The last request is longer ago than any window: nothing stored can refuse anybody now.
    const now = Date.now();
    const newest = Math.max(0, ...[...this.ctx.storage.kv.list<Count>()].flatMap(([, count]) => count.at));
    if (newest + LONGEST_WINDOW_MS <= now) await this.ctx.storage.deleteAll();
    else await this.ctx.storage.setAlarm(newest + LONGEST_WINDOW_MS);
  }
}

const LONGEST_WINDOW_MS = 15 * 60_000;
