import { WorkerEntrypoint } from "cloudflare:workers";
import type { Env } from "../src/env.ts";
import type { ClaimedDeliveries, ClaimedRuns, SenderEntrypoint } from "../src/objects/sender.ts";
import { runClaimed } from "../src/service/action/send.ts";
import { sendClaimed } from "../src/service/alert/delivery_send.ts";
import { holdStop } from "../src/service/outgoing/attempt.ts";
import { sendDeliveries } from "../src/service/subscriber/delivery_send.ts";

/**
 * Each call has its own invocation and connections. `send` and `run` return before anything is sent, so the queue
 * continues and a slow receiver holds up no other.
 */
export class Sender extends WorkerEntrypoint<Env> implements SenderEntrypoint {
  async send(claimed: ClaimedDeliveries): Promise<void> {
    this.ctx.waitUntil(holdStop(() => sendClaimed(this.env, claimed)));
  }

  async run(claimed: ClaimedRuns): Promise<void> {
    this.ctx.waitUntil(holdStop(() => runClaimed(this.env, claimed)));
  }

  /** Continues for a while after the caller stopped waiting. */
  async notify(ids: number[]): Promise<void> {
    const work = holdStop(() => sendDeliveries(this.env, ids));
    this.ctx.waitUntil(work);
    await work;
  }
}
