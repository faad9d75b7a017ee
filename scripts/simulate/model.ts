import type { ActionLink, Channel, Look, Monitor } from "./scenario.ts";

/*
 * What must have happened, by the specification alone: it shares no code with the product. Facts, such as when
 * a check was made or an event reached a channel, are given; what follows from them is decided here.
 */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

export interface Seen {
  at: number;
  look: Look;
  isMaintenance: boolean;
}

export interface Told {
  kind: "alert" | "recovery";
  at: number;
  look: Look;
  isMaintenance: boolean;
  /** Of a recovery: whether it was down, rather than degraded. */
  wasDown: boolean;
}

/** Each check's confirmed state, and what channels hear of it. */
export function followMonitor(monitor: Monitor, seen: readonly Seen[]): { told: Told[]; states: Look[] } {
  const told: Told[] = [];
  const states: Look[] = [];
  let confirmed: Look = "up";
  /** What channels take the monitor for. */
  let believed: Look = "up";
  let [failures, successes, streakFrom, owesRecovery] = [0, 0, 0, false];
  let wasDown = false;
  for (const [i, { at, look, isMaintenance }] of seen.entries()) {
    const tell = (kind: Told["kind"], as: Look) => told.push({ kind, at, look: as, isMaintenance, wasDown });
    if (owesRecovery && !isMaintenance && confirmed === "up") {
      tell("recovery", "up");
      [owesRecovery, believed] = [false, "up"];
    }
    const before = confirmed;
    // A streak goes on over a silence, but the silence and what was before it don't count as downtime.
    if (at - (seen[i - 1]?.at ?? at) > 2 * monitor.intervalSecs * SECOND_MS) streakFrom = i;
    if (look === "up") {
      [failures, successes] = [0, successes + 1];
      if (successes >= monitor.recoveryThreshold) confirmed = "up";
    } else {
      if (failures === 0) streakFrom = i;
      [failures, successes] = [failures + 1, 0];
      if (before !== "up") confirmed = look;
      else if (failures >= monitor.failureThreshold) {
        confirmed = look;
        states.fill(look, streakFrom);
      }
    }
    states.push(confirmed);
    if (confirmed === "up") {
      if (believed !== "up" && !(owesRecovery && isMaintenance)) {
        tell("recovery", "up");
        // Heard by nobody in a window: it is said once the window is over.
        if (isMaintenance) owesRecovery = true;
        else [owesRecovery, believed] = [false, "up"];
      }
      continue;
    }
    const isWorse = before === "up" || (before === "degraded" && confirmed === "down");
    const isNews = believed === "up" || owesRecovery || (believed === "degraded" && confirmed === "down");
    if (isMaintenance ? isWorse : look !== "up" && isNews) {
      tell("alert", confirmed);
      if (isMaintenance) continue;
      wasDown = confirmed === "down" || (believed !== "up" && !owesRecovery && wasDown);
      [believed, owesRecovery] = [confirmed, false];
    } else if (believed === "down" && confirmed === "degraded") believed = "degraded";
  }
  return { told, states };
}

export interface Offered {
  eventId: string;
  monitorId: number;
  kind: Told["kind"];
  /** When the channel heard of it. */
  at: number;
  isMaintenance: boolean;
}

interface Fate {
  eventId: string;
  /** Why nothing is sent; null if it is. */
  reason: string | null;
  notBefore: number;
}

interface Group {
  kind: Told["kind"];
  closesAt: number;
  members: { fate: Fate; monitorId: number }[];
}

/** What becomes of each event on a channel, and how many digests are sent. */
export function followChannel(
  channel: Channel,
  offered: readonly Offered[],
): { fates: Fate[]; digests: number } {
  const { quietHours, throttle, grouping } = channel.policy;
  const counted: { monitorId: number; at: number }[] = [];
  const groups: Group[] = [];
  const fates = offered.map(({ eventId, monitorId, kind, at, isMaintenance }) => {
    const fate: Fate = { eventId, reason: null, notBefore: at };
    const windowMs = (throttle?.windowMinutes ?? 0) * MINUTE_MS;
    const recent = counted.filter((one) => one.monitorId === monitorId && one.at > at - windowMs);
    const quietEnd = quietHours ? quietUntil(quietHours, at) : null;
    if (isMaintenance) fate.reason = "maintenance";
    else if (kind === "recovery" && !channel.notifyOnRecovery) fate.reason = "recovery off";
    else if (kind === "alert" && throttle && recent.length >= throttle.maxAlerts) fate.reason = "throttled";
    else if (quietEnd !== null && quietHours?.mode === "suppress") fate.reason = "quiet-hours";
    if (fate.reason !== null) return fate;
    if (kind === "alert") counted.push({ monitorId, at });
    fate.notBefore = Math.max(at, quietEnd ?? 0);
    if (grouping) {
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
  /** The ends that it may have: null is a call. */
  ends: (string | null)[];
}

interface LinkFacts {
  told: readonly Told[];
  /** When it is no longer confirmed down. */
  endedAt: (from: number) => number;
  isMaintenance: (from: number, to: number) => boolean;
  lateMs: number;
}

/** Which calls of an action a monitor's events lead to. A late timer may find that all has changed since. */
export function followLink(
  { onStatus, delayMinutes, cooldownMinutes }: ActionLink,
  { told, endedAt, isMaintenance, lateMs }: LinkFacts,
): Run[] {
  const runs: Run[] = [];
  for (const [event, { kind, at, look, wasDown, ...one }] of told.entries()) {
    if (onStatus === "down" ? look !== "down" : kind !== "recovery" || !wasDown) continue;
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

function quietUntil({ start, end }: { start: string; end: string }, at: number): number | null {
  const [from, to] = [minuteOf(start), minuteOf(end)];
  const midnight = Math.floor(at / DAY_MS) * DAY_MS;
  for (const day of [midnight - DAY_MS, midnight]) {
    const begins = day + from * MINUTE_MS;
    const ends = day + to * MINUTE_MS + (to <= from ? DAY_MS : 0);
    if (at >= begins && at < ends) return ends;
  }
  return null;
}

function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}
