import { type Decision, quietUntil, type SuppressReason } from "../../src/domain/alert/decision.ts";
import { messageId } from "../../src/domain/alert/digest.ts";
import {
  decideOutage,
  isAlertPending,
  limitWait,
  type Outage,
  type OutageFacts,
  passOver,
  recordSent,
  takeAlert,
  takeRecovery,
  withCurrentFailure,
} from "../../src/domain/alert/outage.ts";
import { SET_BACK_MS } from "../../src/domain/monitor/set_back.ts";
import type { ChannelFacts, OfferedEvent } from "../../src/objects/alerts.ts";
import { type PlacedEvent, toDelivery, toDigest } from "./rows.ts";
import type { AlertStore } from "./store.ts";

interface Taken {
  decision: Decision;
  waits: boolean;
}

interface KeeperParts {
  decide(channel: ChannelFacts, event: OfferedEvent, now: number): Decision;
  place(event: PlacedEvent, decision: Decision): void;
}

const AT_ONCE: Decision = { status: "pending", heldUntil: null, groupClosesAt: null };

/** Runs inside the caller's transaction: a reminder and the time of the next one are one write. */
export class OutageKeeper {
  readonly #store: AlertStore;
  readonly #deps: KeeperParts;

  constructor(store: AlertStore, deps: KeeperParts) {
    this.#store = store;
    this.#deps = deps;
  }

  take(channel: ChannelFacts, event: OfferedEvent, now: number): Taken | null {
    const { kind, monitorId } = event;
    const decide = () => this.#deps.decide(channel, event, now);
    if (monitorId === null) return { decision: decide(), waits: false };
    const known = this.#store.outage(monitorId);
    if (kind === "acknowledged")
      return known && !known.isAlertSent ? null : { decision: decide(), waits: false };
    if (kind === "recovery") return this.#takeRecovery(event, known, decide);
    if (kind !== "alert") return { decision: decide(), waits: false };
    const offered = { ...event, monitorId, snoozedUntil: event.snoozedUntil ?? null };
    const { decision, outage, replaced } = takeAlert(offered, known, { rules: channel, now, decide });
    if (replaced !== null) this.#suppress(replaced, "a worse alert followed");
    this.#keep(monitorId, outage);
    if (decision) return { decision, waits: false };
    const heldUntil = outage?.lookAt ?? now;
    return { decision: { status: "pending", heldUntil, groupClosesAt: null }, waits: true };
  }

  look(channel: ChannelFacts, facts: ReadonlyMap<number, OutageFacts>, now: number): void {
    const reminders: PlacedEvent[] = [];
    for (const [monitorId, current] of facts) {
      // The outage may have ended during the query.
      const known = this.#store.outage(monitorId);
      if (!known || known.lookAt === null || known.lookAt > now) continue;
      const outage = withCurrentFailure(known, current);
      const step = decideOutage(outage, current, { rules: channel, now });
      if (step.kind === "stop") {
        if (outage.phase === "escalating") this.#suppress(outage.eventId, step.reason);
        this.#keep(monitorId, step.outage);
      } else if (step.kind === "wait") this.#wait(channel, outage, { ...step, now });
      else if (isAlertPending(outage)) this.#sendPending(channel, outage, now);
      else {
        reminders.push(nextEvent(channel, outage, now));
        this.#keep(monitorId, recordSent({ ...outage, rows: outage.rows + 1 }, { rules: channel, now }));
      }
    }
    this.#remind(channel, reminders, now);
  }

  followQuietHours(rules: ChannelFacts, now: number): void {
    const quietEnd = quietUntil(rules.alertPolicy.quietHours, now) ?? now;
    const heldUntil = Math.max(quietEnd, this.#store.group("alert")?.closesAt ?? 0);
    for (const outage of this.#store.outagesWithHeldAlert(now))
      this.#store.saveOutage(passOver(outage, { rules, now, heldUntil }));
  }

  followClock(now: number): void {
    for (const before of this.#store.outagesAhead(now + SET_BACK_MS)) {
      const outage = limitWait(before, now);
      this.#store.saveOutage(outage);
      const { phase, eventId, dueAt } = outage;
      if (phase === "escalating") this.#release(eventId, { heldUntil: dueAt, dueAt });
    }
  }

  #takeRecovery(event: OfferedEvent, known: Outage | null, decide: () => Decision): Taken {
    const { decision, outage, ended } = takeRecovery(event, known, decide);
    if (ended !== null) this.#suppress(ended, "recovered before escalation");
    if (known) this.#keep(known.monitorId, outage);
    return { decision, waits: false };
  }

  #wait(
    channel: ChannelFacts,
    before: Outage,
    { outage, reason, now }: { outage: Outage; reason: SuppressReason | null; now: number },
  ): void {
    if (reason !== null && before.phase === "escalating") this.#suppress(before.eventId, reason);
    else if (reason !== null) {
      const decision: Decision = { status: "suppressed", reason };
      const delivery = toDelivery(channel, nextEvent(channel, before, now), { decision, now });
      this.#store.outbox.add({ kind: "add", delivery });
      this.#store.saveOutage({ ...outage, rows: before.rows + 1 });
      return;
    } else if (outage.phase === "escalating" && outage.lookAt !== null && outage.lookAt > before.dueAt)
      this.#release(before.eventId, { heldUntil: outage.lookAt, dueAt: outage.lookAt });
    this.#store.saveOutage(outage);
  }

  #sendPending(channel: ChannelFacts, outage: Outage, now: number): void {
    const event =
      outage.phase === "escalating"
        ? { ...nextEvent(channel, outage, now), id: outage.eventId }
        : nextEvent(channel, outage, now);
    const message = { ...event.message, id: messageId(channel.id, event.id) };
    const described = { ...event, message };
    const decision = this.#deps.decide(channel, { ...described, isUnderMaintenance: false }, now);
    const rows = outage.rows + (outage.phase === "escalating" ? 0 : 1);
    this.#store.addEvent(event.id, {
      monitorId: outage.monitorId,
      at: now,
      counts: decision.status === "pending",
    });
    if (outage.phase !== "escalating")
      this.#store.outbox.add({ kind: "add", delivery: toDelivery(channel, described, { decision, now }) });
    else if (decision.status === "suppressed") this.#suppress(event.id, decision.reason);
    else
      this.#release(event.id, { heldUntil: decision.heldUntil, dueAt: decision.heldUntil ?? now, message });
    this.#deps.place(described, decision);
    const isSent = decision.status === "pending";
    const passing = { rules: channel, now, heldUntil: isSent ? decision.heldUntil : null };
    this.#store.saveOutage((isSent ? recordSent : passOver)({ ...outage, rows }, passing));
  }

  #remind(channel: ChannelFacts, reminders: readonly PlacedEvent[], now: number): void {
    const { enabled, minMonitors } = channel.alertPolicy.grouping;
    const isDigest = enabled && reminders.length >= minMonitors;
    const decision: Decision = isDigest ? { status: "suppressed", reason: "merged into digest" } : AT_ONCE;
    for (const event of reminders)
      this.#store.outbox.add({ kind: "add", delivery: toDelivery(channel, event, { decision, now }) });
    if (!isDigest) return;
    const messages = reminders.map(({ message }) => message);
    const delivery = toDigest(channel, { kind: "reminder", messages, dueAt: now, now });
    this.#store.outbox.add({ kind: "add", delivery });
  }

  #keep(monitorId: number, outage: Outage | null): void {
    if (outage) this.#store.saveOutage(outage);
    else if (this.#store.outage(monitorId)) this.#store.removeOutage(monitorId);
  }

  #suppress(eventId: string, reason: SuppressReason): void {
    this.#store.outbox.add({ kind: "suppress", eventIds: [eventId], reason });
  }

  #release(
    eventId: string,
    how: { heldUntil: number | null; dueAt: number; message?: PlacedEvent["message"] },
  ): void {
    this.#store.outbox.add({ kind: "release", eventIds: [eventId], ...how });
  }
}

function nextEvent(channel: ChannelFacts, outage: Outage, now: number): PlacedEvent {
  const { eventId, monitorId, monitorName, rows } = outage;
  const id = `${eventId}:${rows + 1}`;
  const kind = isAlertPending(outage) ? "alert" : "reminder";
  const message = { ...outage.message, id: messageId(channel.id, id), kind, at: now } as const;
  return { id, kind, monitorId, monitorName, message };
}
