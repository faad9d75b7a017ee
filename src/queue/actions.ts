import type { Env } from "../env.ts";
import { log } from "../lib/log.ts";
import { type ActionJob, claimForRun } from "../service/action/send.ts";

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

function idsOf({ messages }: MessageBatch<ActionJob>): number[] {
  return messages.map(({ body }) => body.id);
}
