import type { SubscriberStatus, SubscriberType } from "../../schema/subscriber.ts";

/** What waits of a channel, an action or the subscribers, and since when. */
export interface Waiting {
  /** In quiet hours, or for a delay to be over: nothing is late. */
  held: number;
  /** To be sent, or tried again. */
  due: number;
  oldestDueAt: number | null;
}

export interface ToldChannel extends Waiting {
  id: number;
  key: string;
  name: string;
  type: string;
}

export interface ToldAction extends Waiting {
  id: number;
  key: string;
  name: string;
}

export interface Tally {
  objectId: number;
  status: string;
  count: number;
}

export interface SubscriberCount {
  type: SubscriberType;
  status: SubscriberStatus;
  count: number;
}

export interface MetricRows {
  watches: number[];
  settings: ReadonlyMap<string, unknown>;
  channels: ToldChannel[];
  deliveries: Tally[];
  actions: ToldAction[];
  runs: Tally[];
  /** Monitors of which less is told for now. */
  hushed: { acknowledged: number; snoozed: number };
  /** Events that subscribers are being told of. */
  fanouts: { open: number; oldestAt: number | null };
  /** Deliveries to subscribers that wait for another attempt. */
  retries: number;
  /** Null when they were not asked for. */
  subscribers: SubscriberCount[] | null;
}
