import { drawQuietChange, drawQuietHours, type QuietChange } from "./quiet_hours.ts";
import type { Random } from "./random.ts";
import { type Agent, drawAgent } from "./scenario_agents.ts";
import { drawMaintenance, listOccurrences, type Maintenance, type Window } from "./scenario_maintenance.ts";
import { drawNews, type News } from "./scenario_news.ts";
import {
  type Acknowledgement,
  drawAcknowledgements,
  drawOnCall,
  drawSchedules,
  type OnCall,
  type Schedule,
} from "./scenario_people.ts";
import { drawRegions, type Regions } from "./scenario_regions.ts";
import type { Span } from "./spans.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export type Status = "up" | "degraded" | "down";

interface Phase {
  from: number;
  status: Status;
}

export interface Monitor {
  key: string;
  intervalSecs: number;
  timeoutMs: number;
  retries: number;
  failureThreshold: number;
  recoveryThreshold: number;
  channels: string[];
  actions: ActionLink[];
  phases: Phase[];
}

export interface ActionLink {
  action: string;
  onStatus: "down" | "up";
  delayMinutes: number;
  cooldownMinutes: number;
}

export interface Policy {
  quietHours?: { enabled: true; start: string; end: string; timezone: "UTC"; mode: "defer" | "suppress" };
  throttle?: { enabled: true; maxAlerts: number; windowMinutes: number };
  grouping?: { enabled: true; minMonitors: number; windowSeconds: number };
  reminder?: { enabled: true; everyMinutes: number; most: number };
  escalation?: { afterMinutes: number };
}

export interface Channel {
  key: string;
  notifyOnRecovery: boolean;
  policy: Policy;
  quietChange: QuietChange | null;
  onCall: OnCall | null;
  troubles: { from: number; to: number; how: "refuses" | "hangs" | "breaks" }[];
}

export type Action = Pick<Channel, "key" | "troubles">;

export interface Scenario {
  startedAt: number;
  /** Faults and outages end after this; then there is time to finish. */
  busyMs: number;
  quietMs: number;
  monitors: Monitor[];
  channels: Channel[];
  mail: Action;
  actions: Action[];
  maintenance: Maintenance[];
  windows: Window[];
  schedules: Schedule[];
  acknowledgements: Acknowledgement[];
  news: News;
  agent: Agent | null;
  regions: ReadonlyMap<string, Regions>;
}

export interface Size {
  monitors: number;
  days: number;
  intervalSecs?: number | undefined;
}

/** Everything must be finished this long after the last fault. */
const QUIET_MS = HOUR_MS;

/** Larger worlds are checked less often and fail less often, so a month of 10,000 monitors takes minutes. */
const MOST_CHECKS = 600_000;
const MOST_OUTAGES = 2000;
const INTERVALS_SECS = [10, 30, 30, 60] as const;
const LONGEST_INTERVAL_SECS = 86_400;
const OUTAGES_A_MONITOR = [3, 6, 12] as const;

export function drawScenario(random: Random, size: Size): Scenario {
  const { monitors, days } = size;
  const busyMs = days * 24 * HOUR_MS;
  const startedAt = Date.UTC(2026, 2, 1) + random.whole(0, 30 * 24 * 60) * MINUTE_MS;
  const span = { from: startedAt + 10 * MINUTE_MS, to: startedAt + busyMs };
  const actions = Array.from({ length: random.whole(0, 2) }, (_, i): Action => {
    return { key: `a${i + 1}`, troubles: drawTroubles(random.fork(`action ${i}`), span) };
  });
  const channels: Channel[] = [];
  for (let i = random.whole(1, 4); i > 0; i--)
    channels.push(drawChannel(random.fork(`channel ${channels.length}`), channels, span));
  const drawn = Array.from({ length: monitors }, (_, i) => {
    const own = random.fork(`monitor ${i}`);
    return drawMonitor(own, {
      key: `m${i + 1}`,
      span,
      channels: channels.map(({ key }) => key),
      actions: actions.map(({ key }) => key),
      size,
    });
  });
  const maintenance = random.chance(0.5)
    ? drawMaintenance(
        random.fork("windows"),
        drawn.map(({ key }) => key),
        span,
      )
    : [];
  const schedules = drawSchedules(random.fork("schedules"), startedAt);
  const acknowledgements = drawAcknowledgements(random.fork("acknowledgements"), drawn);
  const news = drawNews(random.fork("news"), { monitors: drawn, span, drawTroubles });
  const agent = drawAgent(random.fork("agent"), { monitors: drawn.map(({ key }) => key), span });
  const own = drawn.map(({ key }) => key).filter((key) => !agent?.monitors.includes(key));
  return {
    startedAt,
    busyMs,
    quietMs: QUIET_MS,
    monitors: drawn,
    channels,
    mail: { key: "smtp", troubles: drawTroubles(random.fork("mail"), span) },
    actions,
    maintenance,
    windows: maintenance.flatMap((one) => listOccurrences(one, span)),
    schedules,
    acknowledgements,
    news,
    agent,
    regions: drawRegions(random.fork("regions"), { monitors: own, span }),
  };
}

function drawMonitor(
  random: Random,
  {
    key,
    span,
    channels,
    actions,
    size,
  }: { key: string; span: Span; channels: string[]; actions: string[]; size: Size },
): Monitor {
  const secs = size.intervalSecs ?? stretchInterval(random.pick(INTERVALS_SECS), size);
  const failureThreshold = random.pick([1, 1, 2, 3]);
  return {
    key,
    intervalSecs: secs,
    timeoutMs: 10_000,
    retries: random.pick([1, 1, 2]),
    failureThreshold,
    recoveryThreshold: random.pick([1, 1, 2]),
    channels: channels.filter(() => random.chance(0.7)),
    actions: actions.flatMap((action) => drawLinks(random.fork(action), action)),
    phases: drawPhases(random, { span, slotMs: secs * 1000, monitors: size.monitors }),
  };
}

function stretchInterval(secs: number, { monitors, days }: Size): number {
  const checksASecond = meanOf(INTERVALS_SECS.map((one) => 1 / one));
  const stretch = Math.max(1, (monitors * days * 86_400 * checksASecond) / MOST_CHECKS);
  return Math.min(Math.round(secs * stretch), LONGEST_INTERVAL_SECS);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function drawPhases(
  random: Random,
  { span, slotMs, monitors }: { span: Span; slotMs: number; monitors: number },
): Phase[] {
  const phases: Phase[] = [{ from: 0, status: "up" }];
  const stretch = Math.max(1, (monitors * meanOf(OUTAGES_A_MONITOR)) / MOST_OUTAGES);
  const meanGapMs = (stretch * (span.to - span.from)) / random.pick(OUTAGES_A_MONITOR);
  let at = span.from;
  for (;;) {
    at += Math.ceil(-Math.log(1 - random.next()) * meanGapMs);
    const lengthMs = slotMs * random.pick([1, 2, 4, 10, 40]);
    if (at + 2 * lengthMs >= span.to) return phases;
    phases.push({ from: at, status: random.pick(["down", "down", "degraded"]) });
    at += lengthMs;
    if (random.chance(0.2)) {
      phases.push({ from: at, status: "down" });
      at += lengthMs;
    }
    phases.push({ from: at, status: "up" });
  }
}

function drawChannel(random: Random, known: readonly Channel[], span: Span): Channel {
  const kind = random.pick(["rules", "rules", "outages", "outages", "on call"]);
  const others = known.filter(({ onCall }) => !onCall).map(({ key }) => key);
  const notifyOnRecovery = random.chance(0.8);
  const policy = kind === "rules" ? drawRules(random) : drawOutageRules(random, kind);
  const quiet = drawQuietChange(random.fork("quiet change"), span);
  return {
    key: `c${known.length + 1}`,
    notifyOnRecovery,
    policy: quiet ? { ...policy, quietHours: quiet.quietHours } : policy,
    quietChange: quiet?.quietChange ?? null,
    onCall: kind === "on call" ? drawOnCall(random, { channels: others }) : null,
    troubles: drawTroubles(random, span),
  };
}

function drawOutageRules(random: Random, kind: string): Policy {
  const policy: Policy = {};
  if (random.chance(0.25)) policy.quietHours = drawQuietHours(random);
  if (kind === "outages" && random.chance(0.8))
    policy.reminder = { enabled: true, everyMinutes: random.pick([5, 7, 15]), most: random.pick([1, 3, 50]) };
  if (kind === "outages" && random.chance(0.5)) policy.escalation = { afterMinutes: random.pick([1, 5, 15]) };
  return policy;
}

function drawRules(random: Random): Policy {
  const policy: Policy = {};
  if (random.chance(0.25)) policy.quietHours = drawQuietHours(random);
  if (random.chance(0.25))
    policy.throttle = {
      enabled: true,
      maxAlerts: random.whole(1, 3),
      windowMinutes: random.pick([10, 60, 600]),
    };
  if (random.chance(0.3))
    policy.grouping = {
      enabled: true,
      minMonitors: random.whole(2, 3),
      windowSeconds: random.pick([30, 120, 600]),
    };
  return policy;
}

function drawTroubles(random: Random, span: Span): Channel["troubles"] {
  const troubles: Channel["troubles"] = [];
  let at = span.from;
  while (random.chance(0.5)) {
    const from = at + random.next() * (span.to - span.from);
    at = from + random.pick([2, 10, 90]) * MINUTE_MS;
    if (at >= span.to) break;
    troubles.push({ from, to: at, how: random.pick(["refuses", "hangs", "breaks"]) });
  }
  return troubles;
}

function drawLinks(random: Random, action: string): ActionLink[] {
  const drawLink = (onStatus: "down" | "up"): ActionLink => {
    return {
      action,
      onStatus,
      delayMinutes: random.pick([0, 0, 1, 10]),
      cooldownMinutes: random.pick([0, 0, 30]),
    };
  };
  return (["down", "up"] as const).filter(() => random.chance(0.4)).map(drawLink);
}

export function statusAt(phases: readonly Phase[], at: number): Status {
  return phases.findLast(({ from }) => from <= at)?.status ?? "up";
}
