import { gapMsOf } from "../../../../src/domain/monitor/rule.ts";
import {
  barsFrom,
  computeDailyUptime,
  computeUptime,
  type DayUptime,
  knownUntil,
  lastDays,
  type Uptime,
} from "../../../../src/domain/uptime/uptime.ts";
import { DAY_MS } from "../../../../src/lib/units.ts";
import type { Maintenance } from "../../../../src/schema/maintenance.ts";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import type { Timeline } from "../../api/monitor.ts";

export interface Past {
  timeline: Timeline;
  windows: readonly Maintenance[];
}

const RANGES = [1, 7, 30, 90] as const;
const BAR_DAYS = 30;

type Segments = Parameters<typeof computeUptime>[0];

export function uptimesOf(
  monitor: Monitor,
  { timeline, windows, now }: { timeline: Timeline; windows: readonly Maintenance[]; now: number },
): { ranges: { days: (typeof RANGES)[number]; uptime: Uptime }[]; days: DayUptime[] } {
  const segments = timeline as Segments;
  const gapMs = gapMsOf(monitor);
  const own = windows
    .filter(({ allMonitors, monitorIds }) => allMonitors || monitorIds.includes(monitor.id))
    .map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt }));
  const options = { windows: own, knownUntil: knownUntil(monitor.lastCheckedAt, { gapMs, now }), to: now };
  return {
    ranges: RANGES.map((days) => ({
      days,
      uptime: computeUptime(segments, { ...options, from: now - days * DAY_MS }),
    })),
    days: computeDailyUptime(
      segments,
      { ...options, from: barsFrom(now, BAR_DAYS) },
      lastDays(now, BAR_DAYS),
    ),
  };
}
