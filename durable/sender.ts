import { WorkerEntrypoint } from "cloudflare:workers";
import type { Env } from "../src/env.ts";
import type { ClaimedDeliveries, ClaimedRuns, SenderEntrypoint } from "../src/objects/sender.ts";
import { runClaimed } from "../src/service/action/send.ts";
import { sendClaimed } from "../src/service/alert/delivery_send.ts";
import { holdStop } from "../src/service/outgoing/work_in_hand.ts";
import { sendDeliveries } from "../src/service/subscriber/delivery_send.ts";

/**
 * Sends a few messages of one channel, makes a few requests of one action, or tells some subscribers of an event, in an
 * invocation of its own, with its own connections. The first two answer before they are sent: the queue goes on
 * meanwhile, so that who takes their time holds up no other.
 */
export class Sender extends WorkerEntrypoint<Env> implements SenderEntrypoint {
  async send(claimed: ClaimedDeliveries): Promise<void> {
    this.ctx.waitUntil(holdStop(() => sendClaimed(this.env, claimed)));
  }

  async run(claimed: ClaimedRuns): Promise<void> {
    this.ctx.waitUntil(holdStop(() => runClaimed(this.env, claimed)));
  }

  /** Goes on, for a while, when who asked has no more time to wait. */
  async tell(ids: number[]): Promise<void> {
    const work = holdStop(() => sendDeliveries(this.env, ids));
    this.ctx.waitUntil(work);
    await work;
  }
}
