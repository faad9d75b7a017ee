import { type Circumstances, isSilenced, type OutageRow, timeOf } from "./model_outages.ts";
import type { Channel } from "./scenario.ts";
import type { OnCall, Target } from "./scenario_people.ts";
import { findStretch, firstFree, isWithin, type Span } from "./spans.ts";

/* Whom the steps of an on-call channel notify, by the specification alone: the right person, once, at the right minute. */

const MINUTE_MS = 60_000;
const RECHECK_MS = 5 * MINUTE_MS;

export interface StepRow extends OutageRow {
  position: number;
  to: string | null;
}

interface Chain {
  alert: { eventId: string; eventAt: number };
  rows: readonly StepRow[];
  recovery: { at: number; eventAt: number } | null;
  endAt: number;
}

export interface People {
  personAt: (at: number) => string | null;
  nextPersonAt: (at: number) => string | null;
}

export function checkChain(
  { key, onCall, policy }: Pick<Channel, "key" | "policy"> & { onCall: OnCall },
  { alert, rows, recovery, endAt }: Chain,
  { around, people }: { around: Circumstances; people: People },
): { found: string[]; notified: Map<string, number> } {
  const found: string[] = [];
  const notified = new Map<string, number>();
  const { steps, repeat, repeatMinutes } = onCall;
  const { lateMs } = around;
  const silent: Span[] = [...around.acknowledged, ...around.maintenance, ...around.quiet];
  const after = (position: number) => (steps[position % steps.length]?.afterMinutes ?? 0) * MINUTE_MS;
  const begin = firstFree(around.quiet, alert.eventAt + (policy.escalation?.afterMinutes ?? 0) * MINUTE_MS);
  let start = begin;
  let isPulled = false;
  let dueAt = begin + after(0);
  const name = (position: number) => `${key}: step ${position} for ${alert.eventId}`;
  const checkMissing = (position: number, to: number) => {
    if (position >= steps.length * (1 + repeat)) return;
    const at = findStretch(silent, { from: dueAt, to, lengthMs: lateMs + RECHECK_MS });
    if (at !== null) found.push(`${name(position)} is missing at ${timeOf(at)}`);
  };
  const groups = [...Map.groupBy(rows, ({ position }) => position)];
  let position = 0;
  for (const [own, group] of groups) {
    if (own !== position) found.push(`${name(own)} comes in place of ${position}`);
    const held = group.filter(({ to, reason }) => to === null && isHold(reason));
    const reached = group.filter((row) => !held.includes(row));
    for (const row of held)
      if (row.reason !== "quiet-hours" && !isSilenced(row.reason, { around, at: row.at, lateMs }))
        found.push(`${name(own)} was held: ${row.reason}`);
    const [first] = reached;
    if (!first) continue;
    const { at } = first;
    checkMissing(own, at);
    if (at < dueAt) found.push(`${name(own)} is ${dueAt - at} ms early`);
    if (isPulled && at !== dueAt) found.push(`${name(own)} did not follow at once`);
    if (own >= steps.length * (1 + repeat)) found.push(`${name(own)} is one too many`);
    if (!isPulled) found.push(...findUntimely(name(own), at, { around, recovery }));
    const wanted = findReached(steps[own % steps.length]?.target ?? "on_call", { at, people });
    const actual = reached.map(({ to, reason }) => to ?? reason).toSorted();
    if (wanted.join() !== actual.join())
      found.push(`${name(own)} at ${timeOf(at)} reached ${actual.join()}, expected ${wanted.join()}`);
    for (const { to } of reached) if (to !== null && !notified.has(to)) notified.set(to, at);
    const isLast = own % steps.length === steps.length - 1;
    if (!isPulled) start = at - after(own);
    if (isLast) start += after(own) + repeatMinutes * MINUTE_MS;
    isPulled = reached.every(({ to }) => to === null) && !isLast;
    dueAt = isPulled ? at : start + after(own + 1);
    position = own + 1;
  }
  checkMissing(position, endAt);
  return { found, notified };
}

function isHold(reason: string | null): boolean {
  return ["acknowledged", "maintenance", "quiet-hours"].includes(reason ?? "");
}

function findUntimely(
  name: string,
  at: number,
  { around, recovery }: { around: Circumstances; recovery: Chain["recovery"] },
): string[] {
  const { acknowledged, slowMs, quiet, maintenance, lateMs } = around;
  const long = acknowledged.map(({ from, to }) => ({ from: from + slowMs, to: to - slowMs }));
  const found: string[] = [];
  if (isWithin(long, at)) found.push(`${name} comes although somebody has it`);
  if (isWithin(quiet, at)) found.push(`${name} comes in quiet hours`);
  if (isWithin(maintenance, at)) found.push(`${name} comes in maintenance`);
  if (recovery && (at > recovery.at || at > recovery.eventAt + lateMs))
    found.push(`${name} comes after the recovery`);
  return found;
}

function findReached(target: Target, { at, people }: { at: number; people: People }): string[] {
  if (typeof target === "object") return "users" in target ? target.users.toSorted() : [target.channelKey];
  const person = target === "next" ? people.nextPersonAt(at) : people.personAt(at);
  return [person ?? (target === "next" ? "nobody is next" : "nobody on call")];
}
