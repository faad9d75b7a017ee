import type { Env } from "../env.ts";
import { log } from "../lib/log.ts";
import { type ActionJob, claimForRun, giveUpRuns } from "../service/action_send.ts";

const RETRY_SECS = 20;

/** Claims and hands on. What is cut off in between is found by the sweep once its claim has run out. */
export async function consumeActions(
  batch: MessageBatch<ActionJob>,
  env: Env,
  ctx: ExecutionContext,
): Promise<void> {
  try {
    for (const claimed of await claimForRun(env, idsOf(batch))) await ctx.exports.Sender.run(claimed);
  } catch (error) {
    log("warn", "runs of actions could not be claimed", { error });
    batch.retryAll({ delaySeconds: RETRY_SECS });
  }
}

/** What the queue has given up on. */
export async function consumeDeadActions(batch: MessageBatch<ActionJob>, env: Env): Promise<void> {
  await giveUpRuns(env, idsOf(batch));
}

function idsOf({ messages }: MessageBatch<ActionJob>): number[] {
  return messages.map(({ body }) => body.id);
}
