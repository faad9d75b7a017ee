import { type Decision, quietUntil } from "../../src/domain/alert/decision.ts";
import { messageId } from "../../src/domain/alert/digest.ts";
import { isWorseAlert, type OutageFacts } from "../../src/domain/alert/outage.ts";
import { SET_BACK_MS } from "../../src/domain/monitor/set_back.ts";
import { type Chain, limitChainWait, recoveryRecipients, runSteps } from "../../src/domain/on_call/chain.ts";
import { type ChainHold, findHold } from "../../src/domain/on_call/chain_hold.ts";
import { type Recipient, recipientKey } from "../../src/domain/on_call/recipient.ts";
import { MINUTE_MS } from "../../src/lib/units.ts";
import type { ChannelFacts, OfferedEvent } from "../../src/objects/alerts.ts";
import type { OpenSteps } from "../../src/service/on_call/steps.ts";
import { type PlacedEvent, toDelivery, toDigest } from "./rows.ts";
import type { AlertStore } from "./store.ts";

const AT_ONCE: Decision = { status: "pending", heldUntil: null, groupClosesAt: null };

interface KeeperParts {
  decide(channel: ChannelFacts, event: OfferedEvent, now: number): Decision;
}

interface LookedAt {
  facts: ReadonlyMap<number, OutageFacts>;
  steps: OpenSteps;
  now: number;
}

/** Runs inside the caller's transaction: the rows of a step and the time of the next one are one write. */
export class ChainKeeper {
  readonly #store: AlertStore;
  readonly #deps: KeeperParts;

  constructor(store: AlertStore, deps: KeeperParts) {
    this.#store = store;
    this.#deps = deps;
  }

  take(channel: ChannelFacts, event: OfferedEvent, now: number): void {
    const known = event.monitorId === null ? null : this.#store.chain(String(event.monitorId));
    if (event.kind === "acknowledged" || event.kind === "recovery") {
      this.#takeEnd(channel, event, { known, now });
      return;
    }
    const decision = this.#deps.decide(channel, event, now);
    this.#remember(event, now, decision.status === "pending");
    const isSnoozed = decision.status === "suppressed" && decision.reason === "snoozed";
    if (decision.status === "suppressed") this.#add(channel, event, { decision, now });
    if (decision.status === "suppressed" && !isSnoozed) return;
    if (event.kind === "alert" && known && !known.isOver && isWorseAlert(event)) {
      if (isSnoozed) this.#waitForSnooze(event, { known, now });
      else this.#worsen(channel, event, { known, now });
      return;
    }
    if (decision.status === "pending" && decision.groupClosesAt !== null)
      this.#store.openGroup(event.kind, decision.groupClosesAt);
    const heldUntil = decision.status === "pending" ? (decision.heldUntil ?? 0) : 0;
    const startsAt = Math.max(now, earliestStart(channel, event), heldUntil);
    this.#store.saveChain({
      id: event.kind === "alert" ? String(event.monitorId) : event.id,
      monitorId: event.kind === "alert" ? event.monitorId : null,
      monitorName: event.monitorName,
      kind: event.kind,
      eventId: event.id,
      message: event.message,
      decidedAt: now,
      startsAt,
      position: 0,
      lookAt: isSnoozed ? (event.snoozedUntil ?? startsAt) : startsAt,
      notified: [],
      owed: recoveryRecipients(known),
      heldBack: isSnoozed ? "snoozed" : null,
    });
  }

  followQuietHours(channel: ChannelFacts, now: number): void {
    const quietEnd = quietUntil(channel.alertPolicy.quietHours, now) ?? 0;
    for (const chain of this.#store.chainsNotStarted(now)) {
      const groupClosesAt = this.#store.group(chain.kind)?.closesAt ?? 0;
      const startsAt = Math.max(now, earliestStart(channel, chain), quietEnd, groupClosesAt);
      const waiting = (chain.waiting ?? []).map((way) =>
        chain.kind === "recovery" ? { ...way, at: startsAt } : way,
      );
      this.#store.saveChain({ ...chain, startsAt, waiting });
    }
  }

  look(channel: ChannelFacts, due: readonly Chain[], { facts, steps, now }: LookedAt): void {
    const sent: { event: PlacedEvent; recipient: Recipient }[] = [];
    for (const { id } of due) {
      const stored = this.#store.chain(id);
      // Another look decided during the query. Its times are later than `now`, but the clock was not set back.
      if (!stored || stored.lookAt === null || stored.lookAt > now) continue;
      const chain = limitChainWait(stored, now);
      const current = chain.monitorId === null ? null : (facts.get(chain.monitorId) ?? null);
      const held = findHold(chain, { channel, current, rules: steps.rules, now });
      if (held) {
        this.#hold(channel, chain, { ...held, now });
        continue;
      }
      const ran = runSteps(withFailure(chain, current), { ...steps, now });
      for (const { suffix, recipient, reason, step } of ran.rows) {
        const about = { scheduleName: steps.scheduleName, step, steps: steps.rules.steps.length };
        const said = step === 0 ? { about: null, now: ran.chain.message.at } : { about, now };
        const event = eventOf(channel, ran.chain, { suffix, ...said });
        if (recipient) sent.push({ event, recipient });
        else
          this.#add(channel, event, {
            decision: { status: "suppressed", reason: reason ?? "nobody on call" },
            now,
          });
      }
      if (ran.chain.monitorId === null && ran.chain.lookAt === null) this.#store.removeChain(id);
      else this.#store.saveChain({ ...ran.chain, decidedAt: now });
    }
    this.#send(channel, sent, now);
  }

  #send(
    channel: ChannelFacts,
    sent: readonly { event: PlacedEvent; recipient: Recipient }[],
    now: number,
  ): void {
    const { enabled, minMonitors } = channel.alertPolicy.grouping;
    const groups = Map.groupBy(sent, ({ event, recipient }) => `${event.kind} ${recipientKey(recipient)}`);
    for (const group of groups.values()) {
      const [first] = group;
      const isDigest = enabled && new Set(group.map(({ event }) => event.monitorId)).size >= minMonitors;
      const merged: Decision = { status: "suppressed", reason: "merged into digest" };
      for (const { event, recipient } of group)
        this.#add(channel, event, { decision: isDigest ? merged : AT_ONCE, recipient, now });
      if (!isDigest || !first) continue;
      const messages = group.map(({ event }) => event.message);
      const digest = toDigest(channel, { kind: first.event.kind, messages, dueAt: now, now });
      this.#store.outbox.add({ kind: "add", delivery: { ...digest, recipient: first.recipient } });
    }
  }

  #takeEnd(
    channel: ChannelFacts,
    event: OfferedEvent,
    { known, now }: { known: Chain | null; now: number },
  ): void {
    this.#remember(event, now, false);
    const notified = event.kind === "recovery" ? recoveryRecipients(known) : (known?.notified ?? []);
    if (event.kind === "recovery" && known) {
      if (event.isUnderMaintenance) this.#store.saveChain({ ...known, isOver: true, lookAt: null });
      else this.#store.removeChain(known.id);
    }
    if (notified.length === 0) {
      if (event.kind !== "recovery") return;
      const reason = known?.heldBack === "snoozed" ? "snoozed" : "recovered before escalation";
      this.#add(channel, event, { decision: { status: "suppressed", reason }, now });
      return;
    }
    const decision = this.#deps.decide(channel, event, now);
    if (decision.status === "pending" && decision.groupClosesAt !== null)
      this.#waitForOthers(event, { recipients: notified, decision, now });
    else this.#notifyAgain(channel, event, { recipients: notified, decision, now });
  }

  #waitForOthers(
    event: OfferedEvent,
    {
      recipients,
      decision: { heldUntil, groupClosesAt },
      now,
    }: { recipients: readonly Recipient[]; decision: Extract<Decision, { status: "pending" }>; now: number },
  ): void {
    if (groupClosesAt !== null) this.#store.openGroup(event.kind, groupClosesAt);
    const at = heldUntil ?? now;
    const waiting = recipients.map((recipient) => ({
      at,
      recipient,
      suffix: recipientKey(recipient),
      step: 0,
    }));
    const { id, kind, monitorName, message } = event;
    const ended = { kind, monitorName, message, eventId: id, decidedAt: now, startsAt: at, heldBack: null };
    this.#store.saveChain({ ...ended, id, monitorId: null, position: 1, lookAt: at, notified: [], waiting });
  }

  followClock(now: number): void {
    for (const chain of this.#store.chainsAhead(now + SET_BACK_MS))
      this.#store.saveChain(limitChainWait(chain, now));
  }

  #worsen(channel: ChannelFacts, event: OfferedEvent, { known, now }: { known: Chain; now: number }): void {
    this.#store.saveChain({ ...known, message: event.message });
    this.#notifyAgain(channel, event, { recipients: known.notified, decision: AT_ONCE, now });
  }

  #waitForSnooze(event: OfferedEvent, { known, now }: { known: Chain; now: number }): void {
    const at = event.snoozedUntil ?? now;
    const again = known.notified.map((recipient) => ({
      at,
      recipient,
      suffix: `${event.id}.${recipientKey(recipient)}`,
      step: 0,
    }));
    const waiting = [...(known.waiting ?? []), ...again];
    const lookAt = Math.min(known.lookAt ?? at, at);
    this.#store.saveChain({ ...known, message: event.message, waiting, lookAt, heldBack: "snoozed" });
  }

  #notifyAgain(
    channel: ChannelFacts,
    event: OfferedEvent,
    { recipients, decision, now }: { recipients: readonly Recipient[]; decision: Decision; now: number },
  ): void {
    const quietEnd = decision.status === "pending" ? quietUntil(channel.alertPolicy.quietHours, now) : null;
    for (const recipient of recipients) {
      const id = `${event.id}:${recipientKey(recipient)}`;
      const message = { ...event.message, id: messageId(channel.id, id) };
      const own = quietEnd === null ? decision : { ...AT_ONCE, heldUntil: quietEnd };
      this.#add(channel, { ...event, id, message }, { decision: own, recipient, now });
      if (quietEnd !== null) this.#store.hold(id, quietEnd);
    }
  }

  #hold(
    channel: ChannelFacts,
    chain: Chain,
    { reason, until, isOver = chain.isOver ?? false, isGone = false, now }: ChainHold & { now: number },
  ): void {
    // Each step that waits leaves one row, however often it is looked at.
    if (reason !== null && chain.heldBack !== reason) {
      const event = eventOf(channel, chain, { suffix: `${chain.position}.${reason}`, about: null, now });
      this.#add(channel, event, { decision: { status: "suppressed", reason }, now });
    }
    const held = { ...chain, isOver, decidedAt: now, lookAt: until, heldBack: reason ?? chain.heldBack };
    if (isGone || (isOver && chain.monitorId === null)) this.#store.removeChain(chain.id);
    else this.#store.saveChain(held);
  }

  #remember(event: OfferedEvent, now: number, counts: boolean): void {
    this.#store.addEvent(event.id, { monitorId: event.monitorId, at: now, counts });
  }

  #add(
    channel: ChannelFacts,
    event: PlacedEvent,
    { decision, recipient, now }: { decision: Decision; recipient?: Recipient; now: number },
  ): void {
    const delivery = toDelivery(channel, event, { decision, now });
    this.#store.outbox.add({ kind: "add", delivery: { ...delivery, recipient: recipient ?? null } });
  }
}

function earliestStart(
  { alertPolicy }: ChannelFacts,
  { kind, message }: Pick<Chain, "kind" | "message">,
): number {
  return message.at + (kind === "alert" ? alertPolicy.escalation.afterMinutes * MINUTE_MS : 0);
}

function withFailure(chain: Chain, current: OutageFacts | null): Chain {
  if (!current?.failure) return chain;
  const monitors = chain.message.monitors.map((monitor) => ({ ...monitor, ...current.failure }));
  return { ...chain, message: { ...chain.message, ...current.failure, monitors } };
}

function eventOf(
  channel: ChannelFacts,
  { eventId, kind, monitorId, monitorName, message }: Chain,
  { suffix, about, now }: { suffix: string; about: AlertOnCall | null; now: number },
): PlacedEvent {
  const id = `${eventId}:${suffix}`;
  const [monitor] = message.monitors;
  return {
    id,
    kind,
    monitorId: monitorId ?? monitor?.id ?? null,
    monitorName,
    message: { ...message, id: messageId(channel.id, id), at: now, ...(about && { onCall: about }) },
  };
}

type AlertOnCall = { scheduleName: string; step: number; steps: number };
