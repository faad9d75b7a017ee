import type { ChannelRules, Decision } from "../../../src/domain/alert/decision.ts";
import type { AlertMessage } from "../../../src/domain/alert/message.ts";
import {
  decideOutage,
  isAlertPending,
  limitWait,
  type OfferedAlert,
  type Outage,
  type OutageFacts,
  recordSent,
  takeAlert,
  takeRecovery,
} from "../../../src/domain/alert/outage.ts";
import { alertPolicy } from "../../../src/schema/alert_policy.ts";
import { message } from "../../notify/messages.ts";

const NOON = Date.parse("2026-05-05T12:00:00Z");
export const at = (minute: number) => NOON + minute * 60_000;
export const SENT: Decision = { status: "pending", heldUntil: null, groupClosesAt: null };

export function rulesOf(policy: object, more: Partial<ChannelRules> = {}): ChannelRules {
  return { enabled: true, notifyOnRecovery: true, ...more, alertPolicy: alertPolicy.parse(policy) };
}

export const remind = (everyMinutes: number, most = 10) => ({
  reminder: { enabled: true, everyMinutes, most },
});
export const escalate = (afterMinutes: number) => ({ escalation: { afterMinutes } });

function standing(more: Partial<OutageFacts> = {}): OutageFacts {
  return {
    isDeleted: false,
    isWatched: true,
    isFailing: true,
    failure: null,
    maintenanceUntil: null,
    snoozedUntil: null,
    acknowledged: null,
    ...more,
  };
}

export function alert(minute: number, more: Partial<OfferedAlert> = {}): OfferedAlert {
  return {
    id: `7:${minute}`,
    monitorId: 7,
    monitorName: "API",
    isUnderMaintenance: false,
    snoozedUntil: null,
    message: message({ at: at(minute) }),
    ...more,
  };
}

/** Drives the rules with one channel and one monitor, as the channel's object does. */
export class Play {
  outage: Outage | null = null;
  standing = standing({ isFailing: false });
  rules: ChannelRules;
  said: string[] = [];

  constructor(policy: object) {
    this.rules = rulesOf(policy);
  }

  alert(minute: number, previousStatus: AlertMessage["previousStatus"] = "up"): void {
    this.standing = { ...this.standing, isFailing: true };
    const said = message({ at: at(minute), previousStatus });
    const event = alert(minute, { snoozedUntil: this.standing.snoozedUntil, message: said });
    const moment = { rules: this.rules, now: at(minute), decide: () => SENT };
    const { decision, outage, replaced } = takeAlert(event, this.outage, moment);
    if (replaced) this.#say(minute, "worse");
    this.outage = outage;
    if (decision) this.#say(minute, decision.status === "pending" ? "ALERT" : decision.reason);
  }

  recover(minute: number): void {
    this.standing = { ...this.standing, isFailing: false, acknowledged: null };
    const { decision, outage, ended } = takeRecovery({ isUnderMaintenance: false }, this.outage, () => SENT);
    if (ended) this.#say(minute, "alert ended");
    this.outage = outage;
    this.#say(minute, decision.status === "pending" ? "UP" : decision.reason);
  }

  change(minute: number, more: Partial<OutageFacts>): void {
    this.standing = { ...this.standing, ...more };
    if (this.outage) this.outage.lookAt = at(minute);
  }

  setBack(minute: number): void {
    if (this.outage) this.outage = limitWait(this.outage, at(minute));
  }

  /** Runs the alarm as often as it fires, and evicts the object each time before. */
  look(minute: number): void {
    const now = at(minute);
    for (let rings = 0; rings < 3; rings++) {
      this.outage = JSON.parse(JSON.stringify(this.outage)) as Outage | null;
      const { outage } = this;
      if (!outage || outage.lookAt === null || outage.lookAt > now) return;
      const step = decideOutage(outage, this.standing, { rules: this.rules, now });
      if (step.kind === "send") {
        this.#say(minute, isAlertPending(outage) ? "ALERT" : "REMINDER");
        this.outage = recordSent(outage, { rules: this.rules, now });
      } else if (step.kind === "wait") {
        if (step.reason) this.#say(minute, step.reason);
        this.outage = step.outage;
      } else {
        if (outage.phase === "escalating") this.#say(minute, step.reason);
        this.outage = step.outage;
      }
    }
    throw new Error("it rings without an end");
  }

  until(minute: number, from = 0): this {
    for (let now = from; now <= minute; now++) this.look(now);
    return this;
  }

  #say(minute: number, what: string): void {
    this.said.push(`${minute} ${what}`);
  }
}
