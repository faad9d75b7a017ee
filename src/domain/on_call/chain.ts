import { MINUTE_MS } from "../../lib/units.ts";
import type { OnCallConfig, StepTarget } from "../../schema/on_call_channel.ts";
import type { SuppressReason } from "../alert/decision.ts";
import type { AlertKind, AlertMessage } from "../alert/message.ts";
import { SET_BACK_MS } from "../monitor/set_back.ts";
import { type Recipient, recipientKey } from "./recipient.ts";

/** The escalation of a channel of type `on_call`. Any channel's own delay, `escalation`, is in `alert/outage.ts`. */
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
  startsAt: number;
  position: number;
  lookAt: number | null;
  notified: readonly Recipient[];
  /** People who were alerted earlier and have no recovery yet. */
  owed?: readonly Recipient[];
  heldBack: SuppressReason | null;
  /** Further ways of people who were notified; missing in chains of earlier versions. */
  waiting?: readonly WaitingWay[];
  /** Ended by a pause, or during maintenance: people who were notified get the next recovery. */
  isOver?: boolean;
}

interface WaitingWay {
  at: number;
  recipient: Recipient;
  suffix: string;
  step: number;
}

export type Reached = { recipient: Recipient; afterMinutes: number } | { reason: SuppressReason };
type Rules = Pick<OnCallConfig, "steps" | "repeat" | "repeatMinutes">;

interface ChainRow {
  /** Unique within the chain, the same however often a step is decided. */
  suffix: string;
  recipient: Recipient | null;
  reason: SuppressReason | null;
  step: number;
}

export function nextDueAt(chain: Chain, rules: Pick<Rules, "steps" | "repeat">): number | null {
  const stepAt = nextStepAt(chain, rules);
  const due = [...(stepAt === null ? [] : [stepAt]), ...(chain.waiting ?? []).map(({ at }) => at)];
  return due.length > 0 ? Math.min(...due) : null;
}

function nextStepAt(
  { position, startsAt, kind }: Chain,
  { steps, repeat }: Pick<Rules, "steps" | "repeat">,
): number | null {
  const rounds = kind === "alert" ? 1 + repeat : 1;
  const most = kind === "alert" ? steps.length * rounds : 1;
  const step = steps[position % steps.length];
  // Events that nobody can acknowledge go to the first step, at once.
  if (step === undefined || position >= most) return null;
  return startsAt + (kind === "alert" ? step.afterMinutes * MINUTE_MS : 0);
}

/**
 * A step that reaches nobody goes on to the next at once. After a stop, later steps keep their distance to the late
 * one.
 */
export function runSteps(
  chain: Chain,
  { rules, now, reach }: { rules: Rules; now: number; reach: (target: StepTarget) => readonly Reached[] },
): { chain: Chain; rows: ChainRow[] } {
  const { chain: started, rows } = takeWaiting(chain, now);
  let current = started;
  let isPulled = false;
  for (;;) {
    const dueAt = nextStepAt(current, rules);
    if (dueAt === null || (dueAt > now && !isPulled))
      return { chain: { ...current, lookAt: nextDueAt(current, rules), heldBack: null }, rows };
    const index = current.position % rules.steps.length;
    const reached = reach(rules.steps[index]?.target ?? "on_call");
    const ran = notify(reached, { position: current.position, step: index + 1, now });
    rows.push(...ran.rows);
    const lateness = isPulled ? 0 : Math.max(0, now - dueAt);
    const startsAt = current.startsAt + lateness;
    const isLast = index === rules.steps.length - 1;
    const lastAt = startsAt + (rules.steps[index]?.afterMinutes ?? 0) * MINUTE_MS;
    const found = ran.rows.flatMap(({ recipient }) => recipient ?? []);
    isPulled = found.length === 0 && !isLast;
    current = {
      ...current,
      position: current.position + 1,
      startsAt: isLast ? lastAt + rules.repeatMinutes * MINUTE_MS : startsAt,
      notified: withThose(current.notified, found),
      waiting: current.kind === "alert" ? withWaiting(current.waiting ?? [], ran.waiting) : [],
    };
  }
}

function takeWaiting(chain: Chain, now: number): { chain: Chain; rows: ChainRow[] } {
  const { waiting = [], notified } = chain;
  const due = waiting.filter(({ at }) => at <= now);
  return {
    chain: {
      ...chain,
      waiting: waiting.filter(({ at }) => at > now),
      notified: withThose(
        notified,
        due.map(({ recipient }) => recipient),
      ),
    },
    rows: due.map(({ suffix, recipient, step }) => ({ suffix, recipient, reason: null, step })),
  };
}

function notify(
  reached: readonly Reached[],
  { position, step, now }: { position: number; step: number; now: number },
): { rows: ChainRow[]; waiting: WaitingWay[] } {
  const rows: ChainRow[] = [];
  const waiting: WaitingWay[] = [];
  for (const [i, one] of reached.entries()) {
    const own = { suffix: `${position}.${i}`, step };
    if ("reason" in one) rows.push({ ...own, recipient: null, reason: one.reason });
    else if (one.afterMinutes === 0) rows.push({ ...own, recipient: one.recipient, reason: null });
    else waiting.push({ ...own, recipient: one.recipient, at: now + one.afterMinutes * MINUTE_MS });
  }
  return { rows, waiting };
}

function withWaiting(known: readonly WaitingWay[], added: readonly WaitingWay[]): WaitingWay[] {
  const waited = new Set(known.map(({ recipient }) => recipientKey(recipient)));
  return [...known, ...added.filter(({ recipient }) => !waited.has(recipientKey(recipient)))];
}

/** After the clock was set back, no step waits longer than its remaining time. */
export function limitChainWait(chain: Chain, now: number): Chain {
  const { decidedAt = 0, startsAt, lookAt, waiting = [] } = chain;
  const aheadMs = decidedAt - now;
  if (aheadMs <= SET_BACK_MS) return chain;
  return {
    ...chain,
    decidedAt: now,
    startsAt: startsAt - aheadMs,
    waiting: waiting.map((one) => ({ ...one, at: one.at - aheadMs })),
    lookAt: lookAt === null ? null : now,
  };
}

function withThose(known: readonly Recipient[], added: readonly Recipient[]): Recipient[] {
  const byKey = new Map([...known, ...added].map((one) => [recipientKey(one), one]));
  return [...byKey.values()];
}

export function recoveryRecipients(chain: Chain | null): readonly Recipient[] {
  const all = [...(chain?.owed ?? []), ...(chain?.notified ?? [])];
  return [...new Map(all.map((recipient) => [recipientKey(recipient), recipient])).values()];
}
