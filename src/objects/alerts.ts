import type { ChannelRules } from "../domain/alert/decision.ts";
import type { AlertKind, AlertMessage } from "../domain/alert/message.ts";

export interface ChannelFacts extends ChannelRules {
  id: number;
  name: string;
  type: string;
  /** How far restores have come as it is read: what an object knows of an earlier one counts no more. */
  epoch: number;
}

export interface OfferedEvent {
  /** The same event offered again has the same id, and is taken once. */
  id: string;
  kind: AlertKind;
  monitorId: number | null;
  monitorName: string;
  isUnderMaintenance: boolean;
  /** Until then its monitor is snoozed. */
  snoozedUntil?: number | null;
  message: AlertMessage;
}

export interface AlertsHealth {
  outbox: number;
  nextDue: number | null;
  alarmAt: number | null;
}

/** Decides for one channel what becomes of each event. */
export interface AlertsObject extends Rpc.DurableObjectBranded {
  /**
   * Answers once the database has what was decided, or an alarm is set to hand it over: no restart loses it. The outages
   * of monitors in `changed` are looked at again: somebody has acknowledged or snoozed them, or ended that.
   */
  offer(channel: ChannelFacts, events: readonly OfferedEvent[], changed?: readonly number[]): Promise<void>;
  /** Sets an alarm that was lost. */
  revive(): Promise<void>;
  /** The channel is gone, and its rows say so already: nothing is offered here again. */
  forget(): Promise<void>;
  health(): Promise<AlertsHealth>;
}
