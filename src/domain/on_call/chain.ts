import { MINUTE_MS } from "../../lib/units.ts";
import type { OnCallConfig, StepTarget } from "../../schema/on_call_channel.ts";
import type { SuppressReason } from "../alert/decision.ts";
import type { AlertKind, AlertMessage } from "../alert/message.ts";
import { SET_BACK_MS } from "../monitor/set_back.ts";
import type { Recipient } from "./recipient.ts";

/** What an on-call channel still has to do about an outage or another event. Kept until that is over. */
export interface Chain {
  /** The monitor of an outage, or the event's id. */
  id: string;
  monitorId: number | null;
  monitorName: string;
  kind: AlertKind;
  eventId: string;
  message: AlertMessage;
  /** When these times were set; missing in chains of earlier versions. */
  decidedAt?: number;
  /** Steps of this repeat are due by their minutes after it. */
  startsAt: number;
  /** The next step, counted through all repeats. */
  position: number;
  lookAt: number | null;
  notified: readonly Recipient[];
  /** Why the next step waits, once a row says so. */
  heldBack: SuppressReason | null;
}

export type Reached = { recipient: Recipient } | { reason: SuppressReason };
type Rules = Pick<OnCallConfig, "steps" | "repeat" | "repeatMinutes">;

interface ChainRow {
  /** Unique within the chain, the same however often a step is decided. */
  suffix: string;
  recipient: Recipient | null;
  reason: SuppressReason | null;
  step: number;
}

/** When the next step is due; null where all are done. */
export function nextStepAt({ position, startsAt, kind }: Chain, { steps, repeat }: Rules): number | null {
  const rounds = kind === "alert" ? 1 + repeat : 1;
  const most = kind === "alert" ? steps.length * rounds : 1;
  const step = steps[position % steps.length];
  // Events that nobody can acknowledge go to the first step, at once.
  if (step === undefined || position >= most) return null;
  return startsAt + (kind === "alert" ? step.afterMinutes * MINUTE_MS : 0);
}

/**
 * Runs the steps that are due. A step that reaches nobody goes on to the next at once. After a stop, later steps keep
 * their distance to the one that was late.
 */
export function runSteps(
  chain: Chain,
  { rules, now, reach }: { rules: Rules; now: number; reach: (target: StepTarget) => readonly Reached[] },
): { chain: Chain; rows: ChainRow[] } {
  const rows: ChainRow[] = [];
  let current = chain;
  let isPulled = false;
  for (;;) {
    const dueAt = nextStepAt(current, rules);
    if (dueAt === null) return { chain: { ...current, lookAt: null, heldBack: null }, rows };
    if (dueAt > now && !isPulled) return { chain: { ...current, lookAt: dueAt, heldBack: null }, rows };
    const index = current.position % rules.steps.length;
    const target = rules.steps[index]?.target ?? "on_call";
    const reached = reach(target);
    for (const [i, one] of reached.entries())
      rows.push({
        suffix: `${current.position}.${i}`,
        recipient: "recipient" in one ? one.recipient : null,
        reason: "reason" in one ? one.reason : null,
        step: index + 1,
      });
    const found = reached.flatMap((one) => ("recipient" in one ? [one.recipient] : []));
    const lateness = isPulled ? 0 : Math.max(0, now - dueAt);
    const startsAt = current.startsAt + lateness;
    const isLast = index === rules.steps.length - 1;
    const lastAt = startsAt + (rules.steps[index]?.afterMinutes ?? 0) * MINUTE_MS;
    isPulled = found.length === 0 && !isLast;
    current = {
      ...current,
      position: current.position + 1,
      startsAt: isLast ? lastAt + rules.repeatMinutes * MINUTE_MS : startsAt,
      notified: withThose(current.notified, found),
    };
  }
}

/** After the clock was set back, no step waits longer than was left of its wait. */
export function limitChainWait(chain: Chain, now: number): Chain {
  const { decidedAt = 0, startsAt, lookAt } = chain;
  const aheadMs = decidedAt - now;
  if (aheadMs <= SET_BACK_MS) return chain;
  return { ...chain, decidedAt: now, startsAt: startsAt - aheadMs, lookAt: lookAt === null ? null : now };
}

function withThose(known: readonly Recipient[], added: readonly Recipient[]): Recipient[] {
  const byKey = new Map([...known, ...added].map((one) => [recipientKey(one), one]));
  return [...byKey.values()];
}

export function recipientKey(recipient: Recipient): string {
  return "userId" in recipient ? `u${recipient.userId}` : `c${recipient.channelId}`;
}
