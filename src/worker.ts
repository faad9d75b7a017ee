import { app } from "./app.ts";
import type { Env } from "./env.ts";
import { runHousekeeping } from "./service/housekeeping.ts";

export { Gate } from "../durable/gate.ts";
export { Live } from "../durable/live.ts";
export { Prober } from "../durable/prober.ts";
export { Watch } from "../durable/watch.ts";

export default {
  fetch: app.fetch,
  async scheduled(controller, env) {
    await runHousekeeping(env, controller.scheduledTime);
  },
} satisfies ExportedHandler<Env>;
