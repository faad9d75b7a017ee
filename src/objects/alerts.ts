import type { ChannelRules } from "../domain/alert/decision.ts";
import type { AlertKind, AlertMessage } from "../domain/alert/message.ts";

export interface ChannelFacts extends ChannelRules {
  id: number;
  name: string;
  type: string;
  /** Number of restores: what an object remembers from an earlier epoch is ignored. */
  epoch: number;
}

export interface OfferedEvent {
  id: string;
  kind: AlertKind;
  monitorId: number | null;
  monitorName: string;
  isUnderMaintenance: boolean;
  snoozedUntil?: number | null;
  isRecoveryOwed?: boolean;
  message: AlertMessage;
}

export interface AlertsHealth {
  outbox: number;
  nextDue: number | null;
  alarmAt: number | null;
}

export interface AlertsObject extends Rpc.DurableObjectBranded {
  /**
   * Returns once the decisions are in the database or an alarm will store them, so no restart loses any. Reviews the
   * outages of monitors in `changed`: their acknowledgement or snooze began or ended.
   */
  offer(channel: ChannelFacts, events: readonly OfferedEvent[], changed?: readonly number[]): Promise<void>;
  /** Returns the events whose alerts wait for their escalation: whether they are sent is still undecided. */
  revive(): Promise<string[]>;
  forget(): Promise<void>;
  health(): Promise<AlertsHealth>;
}
