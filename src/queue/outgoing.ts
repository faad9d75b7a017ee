import { log } from "../lib/log.ts";
import { holdStop } from "../service/outgoing/work_in_hand.ts";

const RETRY_SECS = 20;

/** Work lost in between is swept up when its claim expires. */
export async function handOn<Claimed>(
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
