import { addressOfMonitor } from "../../check/registry.ts";
import { type AlertedRow, type ChannelRow, listAllChannelIds, readAlerted } from "../../data/channel.ts";
import { openDb, save } from "../../data/db.ts";
import { type Condition, hasRows } from "../../data/due.ts";
import {
  listUntakenEvents,
  markAllTaken,
  markTaken,
  type RecordedEvent,
  untakenEvents,
  withEarlierUntaken,
} from "../../data/monitor_event.ts";
import { messageId } from "../../domain/alert/digest.ts";
import type { AlertedMonitor, AlertMessage } from "../../domain/alert/message.ts";
import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { DAY_MS } from "../../lib/units.ts";
import type { OfferedEvent } from "../../objects/alerts.ts";
import type { CheckStatus } from "../../schema/check_status.ts";
import type { SweepScope } from "../outgoing/sweep.ts";
import { noteNewerStorage } from "../record/newer_storage.ts";

const UNTAKEN: SweepScope = { waitedMs: 20_000, limit: 500 };

/** Channels remember events for three days: offered later, one would be sent again by those that took it. */
const OFFERED_MS = 2 * DAY_MS;

export function alertsOf(env: Env, channelId: number) {
  return env.ALERTS.getByName(`channel-${channelId}`);
}

export async function reviveChannels(env: Env): Promise<void> {
  const ids = await listAllChannelIds(openDb(env.DB));
  await Promise.all(ids.map((id) => alertsOf(env, id).revive()));
}

/**
 * Each event is taken once, however often it is offered, and never before an earlier one of its monitor: a late recovery
 * would end a newer failure. Events from before a database restore are dropped.
 */
export async function offerEvents(
  env: Env,
  given: readonly RecordedEvent[],
  expectedEpoch?: number,
): Promise<void> {
  try {
    const db = openDb(env.DB);
    const [{ monitors, links, channels, epoch }, recorded] = await Promise.all([
      readAlerted(db, given.map(monitorIdOf)),
      withEarlierUntaken(db, given),
    ]);
    if (links.length === 0 || epoch !== (expectedEpoch ?? epoch)) return;
    const byId = new Map(monitors.map((monitor) => [monitor.id, monitor]));
    const untaken = new Set<string>();
    await Promise.all(
      channels.map(async (channel) => {
        const linked = new Set(
          links.filter((link) => link.channelId === channel.id).map((link) => link.monitorId),
        );
        const events = recorded.flatMap((one) => {
          const monitor = byId.get(monitorIdOf(one));
          return monitor && linked.has(monitor.id) ? [toOffered(one, monitor, channel.id)] : [];
        });
        if (!(await offer(env, channel, { events, epoch }))) for (const { id } of events) untaken.add(id);
      }),
    );
    const taken = recorded.map(idOf).filter((id) => !untaken.has(id));
    await save(db, [markTaken(taken)]);
  } catch (error) {
    log("warn", "failed to offer events to their channels", { error });
  }
}

export function hasUntakenEvents(now: number, { waitedMs }: SweepScope = UNTAKEN): Condition {
  return hasRows(untakenEvents(now - waitedMs));
}

export function hasStaleEvents(now: number): Condition {
  return hasRows(untakenEvents(now - OFFERED_MS));
}

export async function giveUpStaleEvents(env: Env, now: number): Promise<void> {
  const [marked] = await save(openDb(env.DB), [markAllTaken(untakenEvents(now - OFFERED_MS))]);
  log("error", "gave up on alerts that a channel did not accept for two days", {
    events: marked?.meta.changes,
  });
}

export async function offerUntakenEvents(
  env: Env,
  now: number,
  { waitedMs, limit }: SweepScope = UNTAKEN,
): Promise<void> {
  const events = await listUntakenEvents(openDb(env.DB), {
    before: now - waitedMs,
    limit,
  });
  if (events.length === 0) return;
  await offerEvents(env, events);
  const { links } = await readAlerted(openDb(env.DB), events.map(monitorIdOf));
  const linked = new Set(links.map((link) => link.monitorId));
  const left = events.filter((event) => !linked.has(monitorIdOf(event))).map(idOf);
  if (left.length > 0) await save(openDb(env.DB), [markTaken(left)]);
}

export async function offer(
  env: Env,
  channel: ChannelRow,
  {
    events,
    epoch,
    changed = [],
  }: { events: readonly OfferedEvent[]; epoch: number; changed?: readonly number[] },
): Promise<boolean> {
  const { id, name, type, enabled, notifyOnRecovery, alertPolicy } = channel;
  try {
    const facts = { id, name, type, enabled, notifyOnRecovery, alertPolicy, epoch };
    await alertsOf(env, id).offer(facts, events, changed);
    return true;
  } catch (error) {
    log("warn", "a channel did not accept events", { channel: id, error });
    await noteNewerStorage(env, [error]);
    return false;
  }
}

export function toAlertedMonitor(
  row: AlertedRow,
  { status, error }: Pick<AlertedMonitor, "status" | "error">,
): AlertedMonitor {
  const { id, key, name, type } = row;
  return { id, key, name, type, status, error, url: addressOfMonitor(row) };
}

function monitorIdOf(recorded: RecordedEvent): number {
  return recorded.kind === "event" ? recorded.event.monitorId : recorded.notice.monitorId;
}

function idOf(recorded: RecordedEvent): string {
  return recorded.kind === "event" ? recorded.event.id : recorded.notice.id;
}

function toOffered(recorded: RecordedEvent, row: AlertedRow, channelId: number): OfferedEvent {
  const facts = recorded.kind === "event" ? factsOf(recorded.event) : certificateFactsOf(recorded.notice);
  const { id, name, snoozedUntil } = row;
  const monitor = toAlertedMonitor(row, facts);
  const eventId = idOf(recorded);
  const isUnderMaintenance =
    recorded.kind === "event" ? recorded.event.isSuppressed : recorded.notice.isSuppressed;
  const { isRecoveryOwed } = recorded.kind === "event" ? recorded.event : {};
  return {
    id: eventId,
    kind: facts.kind,
    monitorId: id,
    monitorName: name,
    isUnderMaintenance,
    snoozedUntil,
    ...(isRecoveryOwed && { isRecoveryOwed }),
    message: {
      ...facts,
      id: messageId(channelId, eventId),
      monitors: [monitor],
      isDigest: false,
      action: null,
      site: { name: "", url: null },
    },
  };
}

type EventFacts = Pick<
  AlertMessage,
  "kind" | "at" | "status" | "previousStatus" | "error" | "downSince" | "certificate"
>;

function factsOf(event: Extract<RecordedEvent, { kind: "event" }>["event"]): EventFacts {
  const { kind, at, status, previousStatus, message, downSince } = event;
  const error = status === "up" ? "" : message;
  return { kind, at, status, previousStatus, error, downSince, certificate: null };
}

function certificateFactsOf(notice: Extract<RecordedEvent, { kind: "certificate" }>["notice"]): EventFacts {
  const { kind, at, host, expiresAt, daysLeft } = notice;
  const status: CheckStatus = kind === "renewed" ? "up" : kind === "expired" ? "down" : "degraded";
  const certificate = { host, expiresAt, daysLeft, isRenewed: kind === "renewed" };
  return { kind: "certificate", at, status, previousStatus: "up", error: "", downSince: null, certificate };
}
