import { OUTGOING, type OutgoingTable } from "../../domain/outgoing/policy.ts";
import type { Env } from "../../env.ts";
import { chunksOf } from "../../lib/chunks.ts";
import { log } from "../../lib/log.ts";

/*
 * Messages of the queues carry ids only. The rows are the truth, so a message may be lost or come twice.
 */

export interface DeliveryJob {
  ids: number[];
}

export interface ActionJob {
  id: number;
}

export type SubscriberJob =
  /** Continues a fan-out that the previous invocation still holds, or that nobody holds. */
  | { kind: "fanout"; id: number; held: number | null }
  | { kind: "deliveries" | "requests" | "notices" | "passwords"; ids: number[] };

interface JobRules {
  queue: "DELIVERIES" | "ACTIONS" | "SUBSCRIBERS";
  idsAJob: number;
  slotMs?: number;
  toJob(ids: number[]): DeliveryJob | ActionJob | SubscriberJob;
}

const RULES = {
  deliveries: { queue: "DELIVERIES", idsAJob: 5, toJob: (ids) => ({ ids }) },
  action_runs: { queue: "ACTIONS", idsAJob: 1, toJob: ([id = 0]) => ({ id }) },
  subscriber_deliveries: forSubscribers("deliveries", { idsAJob: 25, slotMs: 5000 }),
  subscriber_notices: forSubscribers("notices", { idsAJob: 5 }),
  subscriber_requests: forSubscribers("requests", { idsAJob: 20 }),
  password_requests: forSubscribers("passwords", { idsAJob: 5 }),
} satisfies Record<OutgoingTable | `${string}_requests`, JobRules>;

function forSubscribers(
  kind: Exclude<SubscriberJob["kind"], "fanout">,
  rules: Pick<JobRules, "idsAJob" | "slotMs">,
): JobRules {
  return { ...rules, queue: "SUBSCRIBERS", toJob: (ids) => ({ kind, ids }) };
}

export async function enqueue(
  env: Env,
  table: keyof typeof RULES,
  { ids, delaySeconds = 0 }: { ids: readonly number[]; delaySeconds?: number },
): Promise<void> {
  const { queue, idsAJob, toJob }: JobRules = RULES[table];
  await sendJobs(env[queue], chunksOf(ids, idsAJob).map(toJob), delaySeconds);
}

/** Rows are saved already, so the sweep finds those that the queue refuses. */
export async function enqueueOrLeave(...job: Parameters<typeof enqueue>): Promise<void> {
  try {
    await enqueue(...job);
  } catch (error) {
    log("warn", "the queue did not accept a job: its rows wait for the sweep", { table: job[1], error });
  }
}

export async function enqueueRetries(
  env: Env,
  table: OutgoingTable,
  rows: readonly { id: number; status: string; dueAt: number }[],
): Promise<void> {
  const { retryStatus } = OUTGOING[table];
  const { slotMs = 1 }: JobRules = RULES[table];
  const retries = rows.filter(({ status }) => status === retryStatus);
  const slots = Map.groupBy(retries, ({ dueAt }) => {
    const waitMs = Math.ceil(dueAt / slotMs) * slotMs - Date.now();
    return Math.max(0, Math.ceil(waitMs / 1000));
  });
  for (const [delaySeconds, own] of slots) {
    const ids = own.map(({ id }) => id);
    await enqueueOrLeave(env, table, { ids, delaySeconds });
  }
}

export async function enqueueFanouts(
  env: Env,
  fanouts: readonly { id: number; held: number | null }[],
): Promise<void> {
  const jobs = fanouts.map(({ id, held }): SubscriberJob => ({ kind: "fanout", id, held }));
  await sendJobs(env.SUBSCRIBERS, jobs);
}

const JOBS_A_BATCH = 100;

async function sendJobs(queue: Queue, jobs: readonly unknown[], delaySeconds = 0): Promise<void> {
  const messages = jobs.map((body) => ({ body }));
  for (const batch of chunksOf(messages, JOBS_A_BATCH)) await queue.sendBatch(batch, { delaySeconds });
}
