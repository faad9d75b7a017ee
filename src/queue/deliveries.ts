import type { Env } from "../env.ts";
import type { DeliveryJob } from "../service/delivery_record.ts";
import { claim, giveUp, sendClaimed } from "../service/delivery_send.ts";

const RETRY_SECS = 20;

/**
 * Claims, and lets the sending go on after the answer: a service that takes its time holds up no other message. What
 * is cut off in between is found by the sweep once its claim has run out.
 */
export async function consumeDeliveries(
  batch: MessageBatch<DeliveryJob>,
  env: Env,
  ctx: ExecutionContext,
): Promise<void> {
  try {
    const claimed = await claim(
      env,
      batch.messages.flatMap(({ body }) => body.ids),
    );
    ctx.waitUntil(sendClaimed(env, claimed));
  } catch {
    batch.retryAll({ delaySeconds: RETRY_SECS });
  }
}

/** What the queue has given up on. */
export async function consumeDeadDeliveries(batch: MessageBatch<DeliveryJob>, env: Env): Promise<void> {
  await giveUp(
    env,
    batch.messages.flatMap(({ body }) => body.ids),
  );
}
