import { HOUR_MS, MINUTE_MS } from "../../lib/units.ts";

interface OutgoingPolicy {
  waitsMs: readonly number[];
  stopsAtPermanentFault: boolean;
  retryStatus: string;
  sentStatus: string;
  interrupted: string;
  sweep: {
    /** Anything due more recently may still be in a queue. */
    waitedMs: number;
    limit: number;
  };
}

const MESSAGE_INTERRUPTED = "The last attempt was interrupted, so the message may or may not have arrived.";

export const OUTGOING = {
  deliveries: {
    waitsMs: [MINUTE_MS, 5 * MINUTE_MS],
    stopsAtPermanentFault: true,
    retryStatus: "pending",
    sentStatus: "delivered",
    interrupted: MESSAGE_INTERRUPTED,
    sweep: { waitedMs: 30_000, limit: 500 },
  },
  action_runs: {
    waitsMs: [10_000, MINUTE_MS, 5 * MINUTE_MS],
    stopsAtPermanentFault: false,
    retryStatus: "running",
    sentStatus: "succeeded",
    interrupted: "The attempt was interrupted, so the request may or may not have arrived.",
    sweep: { waitedMs: 30_000, limit: 500 },
  },
  subscriber_deliveries: {
    waitsMs: [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
    // A webhook is paused after five failed rounds, so its owner gets the whole round to repair it.
    stopsAtPermanentFault: false,
    retryStatus: "pending",
    sentStatus: "delivered",
    interrupted: MESSAGE_INTERRUPTED,
    sweep: { waitedMs: 30_000, limit: 500 },
  },
  subscriber_notices: {
    waitsMs: [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
    stopsAtPermanentFault: true,
    retryStatus: "pending",
    sentStatus: "delivered",
    interrupted: MESSAGE_INTERRUPTED,
    // Statements that insert some have no ids to enqueue: only the sweep finds those.
    sweep: { waitedMs: 0, limit: 200 },
  },
} as const satisfies Record<string, OutgoingPolicy>;

export type OutgoingTable = keyof typeof OUTGOING;

export function attemptsPerRound(table: OutgoingTable): number {
  return OUTGOING[table].waitsMs.length + 1;
}

interface FailedAttempt {
  row: {
    attemptCount: number;
    /** Set on rows that can be sent again by hand; each such round raises it. */
    maxAttempts?: number;
    dueAt: number;
  };
  fault: { isPermanent?: boolean; retryAfterMs: number | null };
  now: number;
}

const LONGEST_RETRY_AFTER_MS = HOUR_MS;

/** Waits at least as long as the receiver's `Retry-After`, within an hour. */
export function decideNextAttempt<T extends OutgoingTable>(
  table: T,
  { row, fault, now }: FailedAttempt,
): { status: "failed" | (typeof OUTGOING)[T]["retryStatus"]; dueAt: number } {
  const { waitsMs, stopsAtPermanentFault, retryStatus } = OUTGOING[table];
  const round = attemptsPerRound(table);
  const { attemptCount, maxAttempts = round, dueAt } = row;
  const isOver = attemptCount >= maxAttempts || (stopsAtPermanentFault && fault.isPermanent);
  if (isOver) return { status: "failed", dueAt };
  const inRound = attemptCount - Math.max(0, maxAttempts - round);
  const ownMs = waitsMs[inRound - 1] ?? waitsMs.at(-1) ?? 0;
  const askedMs = Math.min(fault.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
  return { status: retryStatus, dueAt: now + Math.max(ownMs, askedMs) };
}
