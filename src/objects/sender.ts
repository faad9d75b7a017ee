import type { ActionRow } from "../data/action.ts";
import type { RunRow } from "../data/action_run.ts";
import type { ChannelRow } from "../data/channel.ts";
import type { DeliveryRow } from "../data/delivery.ts";

/** A few claimed messages for one channel; without one when it is gone. */
export interface ClaimedDeliveries {
  rows: DeliveryRow[];
  channel: ChannelRow | null;
  siteName: string;
}

/** A few claimed runs of one action; without one when it is gone. */
export interface ClaimedRuns {
  runs: RunRow[];
  action: ActionRow | null;
  siteName: string;
}

/** Sends what is claimed in an invocation of its own, and answers before it is sent. */
export interface SenderEntrypoint {
  send(claimed: ClaimedDeliveries): Promise<void>;
  run(claimed: ClaimedRuns): Promise<void>;
}
