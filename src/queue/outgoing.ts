import type { Env } from "../env.ts";
import { log } from "../lib/log.ts";
import { claimForRun } from "../service/action/send.ts";
import { claimForSending } from "../service/alert/delivery_send.ts";
import { holdStop } from "../service/outgoing/attempt.ts";
import type { ActionJob, DeliveryJob } from "../service/outgoing/job.ts";

const RETRY_SECS = 20;

export async function consumeDeliveries(
  batch: MessageBatch<DeliveryJob>,
  env: Env,
  ctx: ExecutionContext,
): Promise<void> {
  const ids = batch.messages.flatMap(({ body }) => body.ids);
  await handOn(
    batch,
    { claim: () => claimForSending(env, ids), send: (claimed) => ctx.exports.Sender.send(claimed) },
    "deliveries could not be claimed",
  );
}

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

/** Work lost in between is swept up when its claim expires. */
async function handOn<Claimed>(
  batch: Pick<MessageBatch, "retryAll">,
  { claim, send }: { claim(): Promise<Claimed[]>; send(claimed: Claimed): Promise<void> },
  failure: string,
): Promise<void> {
  try {
    // In parallel: sequential calls would delay the last channel of a batch by every round trip before it.
    await holdStop(async () => await Promise.all((await claim()).map(send)));
  } catch (error) {
    log("warn", failure, { error });
    batch.retryAll({ delaySeconds: RETRY_SECS });
  }
}
