import type { Env } from "../env.ts";
import { claimForSending } from "../service/alert/delivery_send.ts";
import type { DeliveryJob } from "../service/outgoing/job.ts";
import { handOn } from "./hand_on.ts";

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
