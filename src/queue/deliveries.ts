import type { Env } from "../env.ts";
import { log } from "../lib/log.ts";
import type { DeliveryJob } from "../service/alert/delivery_record.ts";
import { claim } from "../service/alert/delivery_send.ts";

const RETRY_SECS = 20;

/** Claims and hands on. What is cut off in between is found by the sweep once its claim has run out. */
export async function consumeDeliveries(
  batch: MessageBatch<DeliveryJob>,
  env: Env,
  ctx: ExecutionContext,
): Promise<void> {
  try {
    const ids = batch.messages.flatMap(({ body }) => body.ids);
    for (const claimed of await claim(env, ids)) await ctx.exports.Sender.send(claimed);
  } catch (error) {
    log("warn", "deliveries could not be claimed", { error });
    batch.retryAll({ delaySeconds: RETRY_SECS });
  }
}
