import type { Env } from "../../env.ts";

/** A message of the queue. The rows are the truth, so it may be lost or come twice. */
export type SubscriberJob =
  /** Go on telling of an event: with what the invocation before has left, or what nobody holds. */
  | { kind: "fanout"; id: number; held: number | null }
  /** Try these again. */
  | { kind: "deliveries"; ids: number[] }
  /** See whose these sign-ups are. */
  | { kind: "requests"; ids: number[] }
  /** Send these mails about subscriptions themselves. */
  | { kind: "notices"; ids: number[] }
  /** See whose these forgotten passwords are: mails to people, too. */
  | { kind: "passwords"; ids: number[] };

const JOBS_A_BATCH = 100;
const IDS_A_JOB = 25;

export async function enqueueJobs(
  env: Env,
  jobs: readonly SubscriberJob[],
  { delaySeconds = 0 } = {},
): Promise<void> {
  for (let i = 0; i < jobs.length; i += JOBS_A_BATCH) {
    const batch = jobs.slice(i, i + JOBS_A_BATCH).map((body) => ({ body }));
    await env.SUBSCRIBERS.sendBatch(batch, { delaySeconds });
  }
}

export async function enqueueSubscriberDeliveries(
  env: Env,
  ids: readonly number[],
  options: { delaySeconds?: number } = {},
): Promise<void> {
  const jobs: SubscriberJob[] = [];
  for (let i = 0; i < ids.length; i += IDS_A_JOB)
    jobs.push({ kind: "deliveries", ids: ids.slice(i, i + IDS_A_JOB) });
  await enqueueJobs(env, jobs, options);
}
