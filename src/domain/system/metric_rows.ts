import type { SubscriberStatus, SubscriberType } from "../../schema/subscriber.ts";
import type { StoredMirror } from "../mirror/state.ts";

export interface Waiting {
  /** In quiet hours or delayed, so not late. */
  held: number;
  due: number;
  oldestDueAt: number | null;
}

export interface ChannelMetricRow extends Waiting {
  id: number;
  key: string;
  name: string;
  type: string;
}

export interface ActionMetricRow extends Waiting {
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
  pageId: number;
  type: SubscriberType;
  status: SubscriberStatus;
  count: number;
}

export interface MetricPage {
  id: number;
  key: string;
}

export interface MetricRows {
  watches: number[];
  turns: ReadonlyMap<number, number>;
  settings: ReadonlyMap<string, unknown>;
  channels: ChannelMetricRow[];
  deliveries: Tally[];
  actions: ActionMetricRow[];
  runs: Tally[];
  hushed: { acknowledged: number; snoozed: number };
  fanouts: { open: number; oldestAt: number | null };
  retries: number;
  subscribers: SubscriberCount[] | null;
  mirrors: readonly StoredMirror[];
  pages: MetricPage[];
}
