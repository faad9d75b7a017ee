import { routeToPage } from "./api/page_route.ts";
import { toPingAddress } from "./api/public/ping_address.ts";
import { respondQuickly } from "./api/quick.ts";
import { app } from "./app.ts";
import type { Env } from "./env.ts";
import { isOfOtherPage } from "./page/find.ts";
import { servePage } from "./page/serve.ts";
import { consumeActions, consumeDeliveries } from "./queue/outgoing.ts";
import { consumeSubscribers } from "./queue/subscribers.ts";
import { finishWork } from "./service/outgoing/attempt.ts";
import type { ActionJob, DeliveryJob, SubscriberJob } from "./service/outgoing/job.ts";
import { runHousekeeping } from "./service/system/housekeeping.ts";
import { resumeWork } from "./service/system/resume.ts";

export { Agent } from "../durable/agent/agent.ts";
export { Alerts } from "../durable/alerts/alerts.ts";
export { Backups } from "../durable/backup/backups.ts";
export { Gate } from "../durable/gate/gate.ts";
export { Live } from "../durable/live/live.ts";
export { Mirror } from "../durable/mirror/mirror.ts";
export { Page } from "../durable/page/page.ts";
export { Place } from "../durable/place/place.ts";
export { Prober } from "../durable/prober.ts";
export { Sender } from "../durable/sender.ts";
export { Watch } from "../durable/watch/watch.ts";

export default {
  fetch(request, env, execution) {
    const serve = (own: Request): Response | Promise<Response> =>
      respondQuickly(own) ??
      servePage(own, env, execution) ??
      app.fetch(isOfOtherPage(own) ? own : toPingAddress(own), env, execution);
    return routeToPage(request, env, { execution, serve }) ?? serve(request);
  },
  async scheduled(controller, env) {
    // Only the local start script sends these two.
    if (controller.cron === "@reboot") return await resumeWork(env, controller.scheduledTime);
    if (controller.cron === "@stop") return await finishWork();
    await runHousekeeping(env, controller.scheduledTime);
  },
  async queue(batch, env, ctx) {
    // A second instance's queues have a different prefix but the same suffix.
    switch (batch.queue.slice(batch.queue.lastIndexOf("-") + 1)) {
      case "deliveries":
        return await consumeDeliveries(batch as MessageBatch<DeliveryJob>, env, ctx);
      case "actions":
        return await consumeActions(batch as MessageBatch<ActionJob>, env, ctx);
      case "subscribers":
        return await consumeSubscribers(batch as MessageBatch<SubscriberJob>, env, ctx);
      default:
        throw new Error(`Nothing here takes messages of the queue ${batch.queue}.`);
    }
  },
} satisfies ExportedHandler<Env>;
