import { MINUTE_MS } from "../../lib/units.ts";
import type { UserActor } from "../context.ts";

/**
 * How long a session can still read after the database last confirmed it. Another isolate may have revoked it since, and
 * without the database nothing here can know.
 */
const CACHE_MS = 5 * MINUTE_MS;
const MOST = 500;
const found = new Map<string, { actor: UserActor; at: number }>();

export function cacheSession(token: string, actor: UserActor, now: number): void {
  found.delete(token);
  if (found.size >= MOST) found.delete(found.keys().next().value ?? "");
  found.set(token, { actor, at: now });
}

export function peekSession(token: string, now: number): UserActor | null {
  const known = found.get(token);
  const isGood = known && now - known.at < CACHE_MS && known.actor.session.expiresAt > now;
  return isGood ? { ...known.actor, isRecalled: true } : null;
}

export function forgetSessions(): void {
  found.clear();
}
