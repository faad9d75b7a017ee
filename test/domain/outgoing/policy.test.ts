import { describe, expect, it } from "vitest";
import {
  attemptsPerRound,
  decideNextAttempt,
  type OutgoingTable,
} from "../../../src/domain/outgoing/policy.ts";

const NOW = 1_000_000;
const DUE = 7;

function waitAfter(
  table: OutgoingTable,
  attemptCount: number,
  { maxAttempts, ...fault }: { maxAttempts?: number; isPermanent?: boolean; retryAfterMs?: number } = {},
): number | "over" {
  const { status, dueAt } = decideNextAttempt(table, {
    row: { attemptCount, dueAt: DUE, ...(maxAttempts !== undefined && { maxAttempts }) },
    fault: { retryAfterMs: null, ...fault },
    now: NOW,
  });
  if (status !== "failed") return dueAt - NOW;
  expect(dueAt).toBe(DUE);
  return "over";
}

const WAITS: [OutgoingTable, number[]][] = [
  ["deliveries", [60_000, 300_000]],
  ["action_runs", [10_000, 60_000, 300_000]],
  ["subscriber_deliveries", [60_000, 300_000, 1_800_000]],
  ["subscriber_notices", [60_000, 300_000, 1_800_000]],
];

describe.each(WAITS)("the next attempt of %s", (table, waits) => {
  it("waits longer each time, and stops after the last", () => {
    expect(attemptsPerRound(table)).toBe(waits.length + 1);
    const all = [...waits, "over"].map((_, i) => waitAfter(table, i + 1));
    expect(all).toEqual([...waits, "over"]);
  });

  it("waits as long as the receiver asks, up to an hour", () => {
    expect(waitAfter(table, 1, { retryAfterMs: 5000 })).toBe(waits[0]);
    expect(waitAfter(table, 1, { retryAfterMs: 120_000 })).toBe(120_000);
    expect(waitAfter(table, 1, { retryAfterMs: 86_400_000 })).toBe(3_600_000);
  });

  it("keeps its status between attempts", () => {
    const row = { attemptCount: 1, dueAt: DUE };
    const { status } = decideNextAttempt(table, { row, fault: { retryAfterMs: null }, now: NOW });
    expect(status).toBe(table === "action_runs" ? "running" : "pending");
  });

  it("starts again with the first wait after a manual retry", () => {
    const round = attemptsPerRound(table);
    const maxAttempts = round + 1 + round;
    const second = [...waits, "over"].map((_, i) => waitAfter(table, round + 2 + i, { maxAttempts }));
    expect(second).toEqual([...waits, "over"]);
  });

  it("isn't made after a permanent fault, except where every fault is retried", () => {
    const retries = table === "action_runs" || table === "subscriber_deliveries";
    expect(waitAfter(table, 1, { isPermanent: true })).toBe(retries ? waits[0] : "over");
  });
});
