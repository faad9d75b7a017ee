import type { Env } from "../env.ts";
import { claimForRun } from "../service/action/send.ts";
import type { ActionJob } from "../service/outgoing/job.ts";
import { handOn } from "./hand_on.ts";

export async function consumeActions(
  batch: MessageBatch<ActionJob>,
  env: Env,
  ctx: ExecutionContext,
): Promise<void> {
  const ids = batch.messages.map(({ body }) => body.id);
  await handOn(
    batch,
    { claim: () => claimForRun(env, ids), send: (claimed) => ctx.exports.Sender.run(claimed) },
    "runs of actions could not be claimed",
  );
}
