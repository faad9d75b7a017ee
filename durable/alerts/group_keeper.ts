import {
  type Decision,
  groupDueAt,
  heldAgainUntil,
  isGroupOver,
  quietUntil,
} from "../../src/domain/alert/decision.ts";
import type { AlertKind } from "../../src/domain/alert/message.ts";
import type { ChannelFacts } from "../../src/objects/alerts.ts";
import { type PlacedEvent, toDigest } from "./rows.ts";
import type { AlertStore, Group } from "./store.ts";

export class GroupKeeper {
  readonly #store: AlertStore;

  constructor(store: AlertStore) {
    this.#store = store;
  }

  due(now: number): Group[] {
    const policy = this.#store.channel()?.alertPolicy;
    if (!policy) return [];
    return this.#store.groups().filter(({ closesAt }) => isGroupOver(policy, { closesAt, now }));
  }

  /** An expired window accepts no members, even if its alarm is late. */
  findOpen(kind: AlertKind, now: number): Group | null {
    const group = this.#store.group(kind);
    const channel = this.#store.channel();
    if (!group || !channel || !isGroupOver(channel.alertPolicy, { ...group, now })) return group;
    this.close(channel, group, now);
    return null;
  }

  close(channel: ChannelFacts, { kind, closesAt }: Group, now: number): void {
    const members = this.#store.members(kind);
    this.#store.closeGroup(kind);
    if (members.length === 0) return;
    const heldUntil = members.map((member) => member.heldUntil);
    const dueAt = groupDueAt(channel.alertPolicy, { now, closesAt, heldUntil });
    const eventIds = members.map(({ eventId }) => eventId);
    const distinct = new Set(members.map(({ monitorId }) => monitorId).filter((id) => id !== null));
    if (distinct.size < channel.alertPolicy.grouping.minMonitors) {
      this.#store.outbox.add({ kind: "release", eventIds, heldUntil: dueAt > now ? dueAt : null, dueAt });
      if (dueAt > now) for (const eventId of eventIds) this.#store.hold(eventId, dueAt);
      return;
    }
    const messages = members.map(({ message }) => message);
    const digest = toDigest(channel, { kind, messages, dueAt, now });
    this.#store.outbox.add({ kind: "merge", digest, eventIds });
    if (dueAt > now) this.#store.hold(digest.eventId, dueAt);
  }

  place({ id, kind, monitorId, message }: PlacedEvent, decision: Decision): void {
    if (decision.status !== "pending" || decision.heldUntil === null) return;
    const { heldUntil, groupClosesAt } = decision;
    if (groupClosesAt === null) {
      this.#store.hold(id, heldUntil);
      return;
    }
    this.#store.openGroup(kind, groupClosesAt);
    this.#store.addMember(kind, { eventId: id, monitorId, heldUntil, message });
  }

  followQuietHours(channel: ChannelFacts, now: number): void {
    const quietEnd = quietUntil(channel.alertPolicy.quietHours, now);
    this.#store.moveHeldMembers(quietEnd ?? 0);
    const eventIds = this.#store.moveHeld(quietEnd ?? now);
    if (quietEnd === null) this.releaseHeld(channel, now);
    else if (eventIds.length > 0)
      this.#store.outbox.add({ kind: "release", eventIds, heldUntil: quietEnd, dueAt: quietEnd });
  }

  releaseHeld(channel: ChannelFacts | null, now: number): void {
    const byTime = Map.groupBy(
      this.#store.takeHeldDue(now),
      ({ dueAt }) => channel && heldAgainUntil(channel.alertPolicy, { dueAt, now }),
    );
    for (const [heldUntil, held] of byTime) {
      const eventIds = held.map(({ eventId }) => eventId);
      this.#store.outbox.add({ kind: "release", eventIds, heldUntil, dueAt: heldUntil ?? now });
      if (heldUntil !== null) for (const eventId of eventIds) this.#store.hold(eventId, heldUntil);
    }
  }
}
