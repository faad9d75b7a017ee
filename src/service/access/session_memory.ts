import { HOUR_MS } from "../../lib/units.ts";
import type { UserActor } from "../context.ts";

/** So long a session that was found is good for reading while the database can't be asked. */
const LASTS_MS = HOUR_MS;
const MOST = 500;
const found = new Map<string, { actor: UserActor; at: number }>();

/** By its token: as it was found just now. */
export function rememberSession(token: string, actor: UserActor, now: number): void {
  found.delete(token);
  if (found.size >= MOST) found.delete(found.keys().next().value ?? "");
  found.set(token, { actor, at: now });
}

export function recallSession(token: string, now: number): UserActor | null {
  const known = found.get(token);
  const isGood = known && now - known.at < LASTS_MS && known.actor.session.expiresAt > now;
  return isGood ? { ...known.actor, isRecalled: true } : null;
}

/** Some session has ended: all are asked for again. */
export function forgetSessions(): void {
  found.clear();
}
