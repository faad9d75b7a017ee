import type { ActionLink, Channel, Monitor, Status } from "./scenario.ts";
import { firstFree, type Span } from "./spans.ts";

/*
 * Decides what must have happened by the specification alone, and shares no code with the product. It is given facts,
 * such as when a check ran or an event reached a channel.
 */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

export interface StoredCheck {
  at: number;
  status: Status;
  isMaintenance: boolean;
  /** Between it and the one before, a check was held: its agent was away. */
  isAfterHold: "surely" | "maybe" | null;
  tookMs: number;
}

export interface ExpectedEvent {
  kind: "alert" | "recovery";
  at: number;
  status: Status;
  isMaintenance: boolean;
  wasDown: boolean;
}

/** A state is null where it is unknown, and undefined where it may be unknown. */
export function followMonitor(
  monitor: Monitor,
  checks: readonly StoredCheck[],
): { events: ExpectedEvent[]; states: (Status | null | undefined)[] } {
  const events: ExpectedEvent[] = [];
  const states: (Status | null | undefined)[] = [];
  let confirmed: Status = "up";
  let believed: Status = "up";
  let [failures, successes, streakFrom, owesRecovery] = [0, 0, 0, false];
  let wasDown = false;
  /** A monitor has no state until its first good check or confirmed failure. */
  let hasState = false;
  for (const [i, { at, status, isMaintenance, isAfterHold, tookMs }] of checks.entries()) {
    const add = (kind: ExpectedEvent["kind"], as: Status) =>
      events.push({ kind, at, status: as, isMaintenance, wasDown });
    if (owesRecovery && !isMaintenance && confirmed === "up") {
      add("recovery", "up");
      [owesRecovery, believed] = [false, "up"];
    }
    const before = confirmed;
    // A streak continues across a gap, but the gap and anything before it don't count as downtime.
    const gapMs = at - (checks[i - 1]?.at ?? at) - 2 * monitor.intervalSecs * SECOND_MS;
    if (gapMs > 0 || isAfterHold) {
      // Failed checks before it don't count as uptime either. A gap is measured to a check's start, which isn't known
      // here.
      if (failures > 0 && confirmed === "up")
        states.fill(gapMs > tookMs || isAfterHold === "surely" ? null : undefined, streakFrom);
      streakFrom = i;
    }
    if (status === "up") {
      [failures, successes] = [0, successes + 1];
      if (successes >= monitor.recoveryThreshold) confirmed = "up";
    } else {
      if (failures === 0) streakFrom = i;
      [failures, successes] = [failures + 1, 0];
      if (before !== "up") confirmed = status;
      else if (failures >= monitor.failureThreshold) {
        confirmed = status;
        states.fill(status, streakFrom);
      }
    }
    hasState ||= status === "up" || confirmed !== "up";
    states.push(hasState ? confirmed : null);
    if (confirmed === "up") {
      if (believed !== "up" && !(owesRecovery && isMaintenance)) {
        add("recovery", "up");
        // Suppressed during a window, so it is sent again when the window ends.
        if (isMaintenance) owesRecovery = true;
        else [owesRecovery, believed] = [false, "up"];
      }
      continue;
    }
    const isWorse = before === "up" || (before === "degraded" && confirmed === "down");
    const isNews = believed === "up" || owesRecovery || (believed === "degraded" && confirmed === "down");
    if (isMaintenance ? isWorse : status !== "up" && isNews) {
      add("alert", confirmed);
      if (isMaintenance) continue;
      // A recovery that maintenance hid is still owed: it ends with that of the next failure.
      wasDown = confirmed === "down" || (believed !== "up" && wasDown);
      [believed, owesRecovery] = [confirmed, false];
    } else if (believed === "down" && confirmed === "degraded") believed = "degraded";
  }
  return { events, states };
}

export interface Offered {
  eventId: string;
  monitorId: number;
  kind: ExpectedEvent["kind"] | "acknowledged";
  at: number;
  isMaintenance: boolean;
}

interface Fate {
  eventId: string;
  reason: string | null;
  notBefore: number;
}

interface Group {
  kind: Offered["kind"];
  closesAt: number;
  members: { fate: Fate; monitorId: number }[];
}

export function followChannel(
  channel: Channel,
  { offered, quiet }: { offered: readonly Offered[]; quiet: readonly Span[] },
): { fates: Fate[]; digests: number } {
  const { quietHours, throttle, grouping } = channel.policy;
  const counted: { monitorId: number; at: number }[] = [];
  const groups: Group[] = [];
  const fates = offered.map(({ eventId, monitorId, kind, at, isMaintenance }) => {
    const fate: Fate = { eventId, reason: null, notBefore: at };
    const windowMs = (throttle?.windowMinutes ?? 0) * MINUTE_MS;
    const recent = counted.filter((one) => one.monitorId === monitorId && one.at > at - windowMs);
    const quietEnd = firstFree(quiet, at);
    if (isMaintenance) fate.reason = "maintenance";
    else if (kind === "recovery" && !channel.notifyOnRecovery) fate.reason = "recovery off";
    else if (kind === "alert" && throttle && recent.length >= throttle.maxAlerts) fate.reason = "throttled";
    else if (quietEnd > at && quietHours?.mode === "suppress") fate.reason = "quiet-hours";
    if (fate.reason !== null) return fate;
    if (kind === "alert") counted.push({ monitorId, at });
    fate.notBefore = quietEnd;
    if (grouping && kind !== "acknowledged") {
      let group = groups.findLast((one) => one.kind === kind);
      if (!group || group.closesAt <= at) {
        group = { kind, closesAt: at + grouping.windowSeconds * SECOND_MS, members: [] };
        groups.push(group);
      }
      group.members.push({ fate, monitorId });
      fate.notBefore = Math.max(fate.notBefore, group.closesAt);
    }
    return fate;
  });
  const merged = groups.filter(
    ({ members }) => new Set(members.map(({ monitorId }) => monitorId)).size >= (grouping?.minMonitors ?? 0),
  );
  for (const { members } of merged) for (const { fate } of members) fate.reason = "merged into digest";
  return { fates, digests: merged.length };
}

interface Run {
  event: number;
  dueAt: number;
  ends: (string | null)[];
}

interface LinkFacts {
  events: readonly ExpectedEvent[];
  endedAt: (from: number) => number;
  isMaintenance: (from: number, to: number) => boolean;
  lateMs: number;
}

/** A late timer may find that the state has changed. */
export function followLink(
  { onStatus, delayMinutes, cooldownMinutes }: ActionLink,
  { events, endedAt, isMaintenance, lateMs }: LinkFacts,
): Run[] {
  const runs: Run[] = [];
  for (const [event, { kind, at, status, wasDown, ...one }] of events.entries()) {
    if (onStatus === "down" ? status !== "down" : kind !== "recovery" || !wasDown) continue;
    const dueAt = one.isMaintenance ? at : at + delayMinutes * MINUTE_MS;
    const end = onStatus === "down" ? endedAt(at) : Infinity;
    const isCooling = (run: Run) =>
      run.ends.includes(null) && run.dueAt > dueAt - cooldownMinutes * MINUTE_MS;
    const cooling = runs.filter(isCooling);
    const mustCool = cooling.some(({ ends }) => ends.length === 1);
    const ends: Run["ends"] = [];
    if (one.isMaintenance) ends.push("maintenance");
    else {
      if (end <= dueAt + lateMs) ends.push("monitor recovered");
      if (isMaintenance(dueAt, dueAt + lateMs)) ends.push("maintenance");
      if (cooling.length > 0) ends.push("cooldown");
      if (end > dueAt && !mustCool) ends.push(null);
    }
    runs.push({ event, dueAt, ends });
  }
  return runs;
}
