import type { Env } from "../env.ts";
import { log } from "../lib/log.ts";
import { takePasswordRequests } from "../service/access/password_request.ts";
import { holdStop, isEnding } from "../service/outgoing/attempt.ts";
import type { SubscriberJob } from "../service/outgoing/job.ts";
import { advanceFanout, retryDeliveries } from "../service/subscriber/fanout.ts";
import { sendNotices } from "../service/subscriber/notice.ts";
import { takeRequests } from "../service/subscriber/request.ts";

const RETRY_SECS = 20;

export async function consumeSubscribers(
  batch: MessageBatch<SubscriberJob>,
  env: Env,
  ctx: ExecutionContext,
): Promise<void> {
  const send = async (ids: number[]) => await ctx.exports.Sender.notify(ids);
  await Promise.all(
    batch.messages.map(async (message) => {
      try {
        if (!isEnding()) await holdStop(() => run(env, message.body, send));
      } catch (error) {
        log("warn", "a subscriber job failed", { job: message.body.kind, error });
        message.retry({ delaySeconds: RETRY_SECS });
      }
    }),
  );
}

async function run(env: Env, job: SubscriberJob, send: (ids: number[]) => Promise<void>): Promise<void> {
  switch (job.kind) {
    case "fanout":
      return await advanceFanout(env, job, send);
    case "deliveries":
      return await retryDeliveries(env, job.ids, send);
    case "requests":
      return await takeRequests(env, job.ids);
    case "notices":
      return await sendNotices(env, job.ids);
    case "passwords":
      return await takePasswordRequests(env, job.ids);
  }
}
