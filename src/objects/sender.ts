import type { ActionRow } from "../data/action.ts";
import type { RunRow } from "../data/action_run.ts";
import type { ChannelRow } from "../data/channel.ts";
import type { DeliveryRow } from "../data/delivery.ts";

/** A few claimed rows for one target; without one when it is gone. */
export interface Claimed<Row, Target> {
  rows: Row[];
  target: Target | null;
  siteName: string;
}

export type ClaimedDeliveries = Claimed<DeliveryRow, ChannelRow>;
export type ClaimedRuns = Claimed<RunRow, ActionRow>;

/** Sends what is claimed in an invocation of its own. */
export interface SenderEntrypoint {
  /** Answers before it is sent. */
  send(claimed: ClaimedDeliveries): Promise<void>;
  /** Answers before it is run. */
  run(claimed: ClaimedRuns): Promise<void>;
  /** Answers when these deliveries to subscribers are over. */
  tell(ids: number[]): Promise<void>;
}
