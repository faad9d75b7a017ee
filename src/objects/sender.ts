import type { ActionRow } from "../data/action.ts";
import type { RunRow } from "../data/action_run.ts";
import type { ChannelRow } from "../data/channel.ts";
import type { DeliveryRow } from "../data/delivery.ts";

export interface Claimed<Row, Target> {
  rows: Row[];
  target: Target | null;
  siteName: string;
}

export type ClaimedDeliveries = Claimed<DeliveryRow, ChannelRow>;
export type ClaimedRuns = Claimed<RunRow, ActionRow>;

export interface SenderEntrypoint {
  send(claimed: ClaimedDeliveries): Promise<void>;
  run(claimed: ClaimedRuns): Promise<void>;
  notify(ids: number[]): Promise<void>;
}
