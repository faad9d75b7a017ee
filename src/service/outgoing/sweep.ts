import { openDb, save } from "../../data/db.ts";
import type { Condition } from "../../data/due.ts";
import { bringForward, failInterrupted, isSweepDue, selectOverdue } from "../../data/outgoing.ts";
import { OUTGOING, type OutgoingTable } from "../../domain/outgoing/policy.ts";
import type { Env } from "../../env.ts";
import { enqueue } from "./job.ts";

export interface SweepScope {
  waitedMs: number;
  limit: number;
}

/** Local queues start empty, so everything due was lost. */
export const AT_START: SweepScope = { waitedMs: 0, limit: 10_000 };

export function isOverdue(
  table: OutgoingTable,
  now: number,
  { waitedMs }: SweepScope = OUTGOING[table].sweep,
): Condition {
  return isSweepDue(table, { before: now - waitedMs, now });
}

interface Sweep {
  now: number;
  scope?: SweepScope | undefined;
}

export async function takeOverdue<Row extends { id: number }>(
  env: Env,
  table: OutgoingTable,
  { now, scope = OUTGOING[table].sweep }: Sweep,
): Promise<Row[]> {
  const { waitedMs, limit } = scope;
  const results = await save(openDb(env.DB), [
    ...failInterrupted(table, now),
    bringForward(table, now),
    selectOverdue(table, { before: now - waitedMs, now, limit }),
  ]);
  return (results.at(-1)?.results ?? []) as Row[];
}

export async function sweepOutgoing(env: Env, table: OutgoingTable, sweep: Sweep): Promise<void> {
  const overdue = await takeOverdue(env, table, sweep);
  await enqueue(env, table, { ids: overdue.map(({ id }) => id) });
}
