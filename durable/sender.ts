import { WorkerEntrypoint } from "cloudflare:workers";
import type { Env } from "../src/env.ts";
import type { ClaimedDeliveries, ClaimedRuns, SenderEntrypoint } from "../src/objects/sender.ts";
import { runClaimed } from "../src/service/action/send.ts";
import { sendClaimed } from "../src/service/alert/delivery_send.ts";

/**
 * Sends a few messages of one channel, or makes a few requests of one action, in an invocation of its own, with its
 * own connections, and answers before they are sent: the queue goes on meanwhile, so that who takes their time holds
 * up no other.
 */
export class Sender extends WorkerEntrypoint<Env> implements SenderEntrypoint {
  async send(claimed: ClaimedDeliveries): Promise<void> {
    this.ctx.waitUntil(sendClaimed(this.env, claimed));
  }

  async run(claimed: ClaimedRuns): Promise<void> {
    this.ctx.waitUntil(runClaimed(this.env, claimed));
  }
}
