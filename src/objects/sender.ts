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

/** Sends what is claimed in an invocation of its own. */
export interface SenderEntrypoint {
  /** Answers before it is sent. */
  send(claimed: ClaimedDeliveries): Promise<void>;
  /** Answers before it is run. */
  run(claimed: ClaimedRuns): Promise<void>;
  /** Answers when these deliveries to subscribers are over. */
  tell(ids: number[]): Promise<void>;
}
