import { DAY_MS, MINUTE_MS } from "../../lib/units.ts";
import { type ChannelRules, quietUntil, type SuppressReason } from "../alert/decision.ts";
import { findSilence, type OutageFacts } from "../alert/outage.ts";
import { type Chain, nextDueAt } from "./chain.ts";

export interface ChainHold {
  reason: SuppressReason | null;
  until: number | null;
  isOver?: boolean;
  isGone?: boolean;
}

interface Moment {
  channel: ChannelRules;
  current: OutageFacts | null;
  rules: Parameters<typeof nextDueAt>[1];
  now: number;
}

export function findHold(chain: Chain, { channel, current, rules, now }: Moment): ChainHold | null {
  const dueAt = nextDueAt(chain, rules);
  if (current?.isDeleted) return { reason: "no longer watched", until: null, isGone: true };
  if (chain.isOver) return { reason: null, until: now + DAY_MS };
  if (dueAt === null) return { reason: null, until: null };
  if (current && !current.isWatched)
    return { reason: "no longer watched", until: now + DAY_MS, isOver: true };
  // The recovery is on its way and ends the chain.
  if (current && !current.isFailing) return { reason: null, until: now + MINUTE_MS };
  if (dueAt > now) return { reason: null, until: dueAt };
  const silence = current && findSilence(current, { rules: channel, now });
  if (silence) return silence;
  if (!channel.enabled) return { reason: "channel disabled", until: now + DAY_MS, isOver: true };
  const { quietHours } = channel.alertPolicy;
  const quietEnd = quietUntil(quietHours, now);
  if (quietEnd === null) return null;
  return { reason: quietHours.mode === "suppress" ? "quiet-hours" : null, until: quietEnd };
}
