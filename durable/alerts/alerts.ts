import { DurableObject } from "cloudflare:workers";
import { type Decision, decideAlert, isCapped } from "../../src/domain/alert/decision.ts";
import type { DeliveryChange } from "../../src/domain/alert/delivery.ts";
import type { OutageFacts } from "../../src/domain/alert/outage.ts";
import type { Env } from "../../src/env.ts";
import { isEqual } from "../../src/lib/is_equal.ts";
import { log } from "../../src/lib/log.ts";
import { HOUR_MS } from "../../src/lib/units.ts";
import type { AlertsHealth, AlertsObject, ChannelFacts, OfferedEvent } from "../../src/objects/alerts.ts";
import { completePolicy } from "../../src/schema/alert_policy.ts";
import { ON_CALL } from "../../src/schema/on_call_channel.ts";
import { recordDeliveries } from "../../src/service/alert/delivery_send.ts";
import { readChainFacts, readOutageFacts } from "../../src/service/alert/outage_facts.ts";
import { OutboxDrain } from "../outbox.ts";
import { ChainKeeper } from "./chain_keeper.ts";
import { GroupKeeper } from "./group_keeper.ts";
import { OutageKeeper } from "./outage_keeper.ts";
import { toDelivery } from "./rows.ts";
import { AlertStore } from "./store.ts";

const RETRY_MS = 60_000;
const MOST_OWED = 2000;

/**
 * One instance per channel, `channel-<id>`, decides what becomes of each event: rate cap, quiet hours and grouping
 * need one place that knows what came before. Stored: ids of recent events, open grouping windows with their members,
 * held events, failures to remind of, and changes the database has not accepted yet. A decision and its effects are
 * one transaction, so an eviction or a crash loses nothing and decides nothing twice.
 */
export class Alerts extends DurableObject<Env> implements AlertsObject {
  readonly #store: AlertStore;
  readonly #drain: OutboxDrain<DeliveryChange>;
  readonly #groups: GroupKeeper;
  readonly #outages: OutageKeeper;
  readonly #chains: ChainKeeper;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#store = new AlertStore(ctx.storage);
    this.#groups = new GroupKeeper(this.#store);
    this.#outages = new OutageKeeper(this.#store, {
      decide: (...given) => this.#decide(...given),
      place: (...given) => this.#groups.place(...given),
    });
    this.#chains = new ChainKeeper(this.#store, { decide: (...given) => this.#decide(...given) });
    this.#drain = new OutboxDrain(this.#store.outbox, {
      hand: async (items) => {
        const channel = this.#store.channel();
        if (!channel) return;
        const { id, epoch = 0 } = channel;
        // The database was restored since: everything open here belongs to other events.
        if (!(await recordDeliveries(env, { id, epoch }, items))) this.#forgetAll();
      },
      lanesOf,
      wakeAt: (at) => this.#armNoLaterThan(at),
    });
  }

  /** Returns once the database has the decisions or an alarm is set to hand them over: no restart loses them. */
  async offer(
    given: ChannelFacts,
    events: readonly OfferedEvent[],
    changed: readonly number[] = [],
  ): Promise<void> {
    const now = Date.now();
    // The caller may be an earlier version during a gradual deploy.
    const channel = { ...given, alertPolicy: completePolicy(given.alertPolicy) };
    const stored = this.#store.channel();
    const known = stored ? (stored.epoch ?? 0) : channel.epoch;
    if (known > channel.epoch) throw new Error("This was read before everything was restored.");
    if (known < channel.epoch) this.#forgetAll();
    this.#store.inTransaction(() => this.#saveChannel(channel, now));
    const faults: unknown[] = [];
    for (const event of events) {
      // One by one: a failing event is offered again and doesn't hold up the others.
      try {
        this.#store.inTransaction(() => {
          if (!this.#store.hasEvent(event.id)) this.#take(channel, event, now);
        });
      } catch (error) {
        faults.push(error);
      }
    }
    this.#store.lookAgainAt(now, changed);
    await this.#arm();
    await this.#lookAtChains(now);
    await this.#drain.run();
    if (faults.length > 0) throw new Error("A channel could not take all events.", { cause: faults[0] });
  }

  override async alarm(): Promise<void> {
    const now = Date.now();
    const channel = this.#store.channel();
    for (const group of this.#groups.due(now)) {
      try {
        if (channel) this.#store.inTransaction(() => this.#groups.close(channel, group, now));
      } catch (error) {
        log("error", "failed to close a group of alerts", { kind: group.kind, error });
        // Not at once: the alarm would fire without a pause.
        this.#store.moveGroup(group.kind, now + RETRY_MS);
      }
    }
    this.#store.inTransaction(() => {
      this.#groups.releaseHeld(channel, now);
      this.#store.forgetOldEvents(now);
    });
    await this.#lookAtOutages(now);
    await this.#lookAtChains(now);
    await this.#drain.run();
    await this.#arm();
  }

  /**
   * The alarm may be lost, or too far ahead because the clock was set back. Returns the events still waiting here:
   * after a database outage their rows look abandoned but aren't.
   */
  async revive(): Promise<string[]> {
    const now = Date.now();
    this.#store.inTransaction(() => {
      this.#outages.followClock(now);
      this.#chains.followClock(now);
    });
    const isDue =
      this.#groups.due(now).length > 0 ||
      this.#store.hasHeldDue(now) ||
      this.#store.outagesDue(now).length > 0 ||
      this.#store.chainsDue(now).length > 0;
    if (isDue) await this.alarm();
    else {
      await this.#drain.run();
      await this.#arm();
    }
    const owed = this.#store.outbox.list(MOST_OWED).flatMap(({ item }) => lanesOf(item));
    return [...this.#store.escalating(), ...owed];
  }

  async forget(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  async health(): Promise<AlertsHealth> {
    return {
      outbox: this.#store.outbox.size(),
      nextDue: this.#store.nextDue(),
      alarmAt: await this.ctx.storage.getAlarm(),
    };
  }

  #saveChannel(channel: ChannelFacts, now: number): void {
    const before = this.#store.channel();
    this.#store.saveChannel(channel);
    if (!before || isEqual(before.alertPolicy.quietHours, channel.alertPolicy.quietHours)) return;
    this.#groups.followQuietHours(channel, now);
    this.#outages.followQuietHours(channel, now);
    this.#chains.followQuietHours(channel, now);
    this.#store.lookAgainAtAll(now);
  }

  #forgetAll(): void {
    this.#store.inTransaction(() => this.#store.forgetAll());
  }

  #take(channel: ChannelFacts, event: OfferedEvent, now: number): void {
    if (channel.type === ON_CALL) {
      this.#chains.take(channel, event, now);
      return;
    }
    const taken = this.#outages.take(channel, event, now);
    if (!taken) return;
    const { decision, waits } = taken;
    this.#store.addEvent(event.id, {
      monitorId: event.monitorId,
      at: now,
      counts: decision.status === "pending" && isCapped(event.kind) && !waits,
    });
    this.#store.outbox.add({ kind: "add", delivery: toDelivery(channel, event, { decision, now }) });
    if (!waits) this.#groups.place(event, decision);
  }

  #decide(channel: ChannelFacts, event: OfferedEvent, now: number): Decision {
    const isSnoozed = (event.snoozedUntil ?? 0) > now;
    return decideAlert({ ...event, isSnoozed }, channel, {
      now,
      countSince: (from) => this.#store.countEvents(event.monitorId, { from, to: now }),
      groupClosesAt: this.#groups.findOpen(event.kind, now)?.closesAt ?? null,
    });
  }

  async #lookAtOutages(now: number): Promise<void> {
    const ids = this.#store.outagesDue(now).map(({ monitorId }) => monitorId);
    const channel = this.#store.channel();
    if (ids.length === 0 || !channel) return;
    try {
      const { channel: facts, standings } = await readOutageFacts(this.env, channel.id, {
        monitorIds: ids,
        now,
      });
      // The channel is gone, or the database was restored since.
      if (facts === null || facts.epoch !== (channel.epoch ?? 0)) this.#forgetAll();
      else this.#lookAt(facts, standings, now);
    } catch (error) {
      log("warn", "failed to check whether outages continue", { error });
      this.#store.lookAgainAt(now + RETRY_MS, ids);
    }
  }

  async #lookAtChains(now: number): Promise<void> {
    const due = this.#store.chainsDue(now);
    const channel = this.#store.channel();
    if (due.length === 0 || !channel) return;
    try {
      const monitorIds = due.flatMap(({ monitorId }) => (monitorId === null ? [] : [monitorId]));
      const {
        channel: found,
        standings,
        steps,
      } = await readChainFacts(this.env, channel.id, { monitorIds, now });
      if (!found || found.epoch !== (channel.epoch ?? 0)) return this.#forgetAll();
      if (!steps) throw new Error("The channel's steps can't be read.");
      this.#store.inTransaction(() => {
        this.#saveChannel(found, now);
        this.#chains.look(found, due, { facts: standings, steps, now });
      });
    } catch (error) {
      log("warn", "failed to decide the steps of an on-call channel", { error });
      this.#store.lookAtChainsAgainAt(now + RETRY_MS);
    }
    await this.#arm();
  }

  #lookAt(channel: ChannelFacts, standings: ReadonlyMap<number, OutageFacts>, now: number): void {
    this.#store.inTransaction(() => this.#saveChannel(channel, now));
    const look = (some: ReadonlyMap<number, OutageFacts>) =>
      this.#store.inTransaction(() => this.#outages.look(channel, some, now));
    try {
      look(standings);
    } catch (fault) {
      log("error", "failed to process outages together", { error: fault });
      for (const [monitorId, standing] of standings) {
        try {
          look(new Map([[monitorId, standing]]));
        } catch (error) {
          log("error", "failed to process an outage", { monitor: monitorId, error });
          this.#store.lookAgainAt(now + RETRY_MS, [monitorId]);
        }
      }
    }
  }

  async #arm(): Promise<void> {
    const due = this.#store.nextDue();
    // Without new events, only an alarm lets a later release process the items waiting for it.
    const later = this.#store.outbox.hasLater() ? [Date.now() + HOUR_MS] : [];
    const times = [...this.#drain.retryTimes(), ...(due === null ? [] : [due]), ...later];
    if (times.length > 0) await this.#armNoLaterThan(Math.min(...times));
  }

  async #armNoLaterThan(at: number): Promise<void> {
    const alarmAt = await this.ctx.storage.getAlarm();
    if (alarmAt === null || alarmAt > at) await this.ctx.storage.setAlarm(at);
  }
}

function lanesOf(change: DeliveryChange): readonly string[] {
  if (change.kind === "add") return [change.delivery.eventId];
  return change.kind === "merge" ? [...change.eventIds, change.digest.eventId] : change.eventIds;
}
