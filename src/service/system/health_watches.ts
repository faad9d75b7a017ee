import type { HealthMonitor } from "../../data/health.ts";
import { gapMsOf, MANUAL_TYPE } from "../../domain/monitor/rule.ts";
import { watchOf } from "../../domain/monitor/schedule.ts";
import { judgeAlarms, judgeMonitors, judgeWatches } from "../../domain/system/health_work.ts";
import type { Env } from "../../env.ts";
import type { WatchHealth } from "../../objects/watch.ts";
import type { SystemHealth } from "../../schema/system_health.ts";
import type { LackingAgent } from "../agent/away.ts";
import { askWatches } from "../announce/watch.ts";

/** Longer than a healthy object needs; the panel polls every 15 seconds. */
export const TIMEOUT_MS = 2500;

interface AskedWatch {
  watch: number;
  health: WatchHealth | null;
}

export async function readWatchHealth(env: Env, monitors: readonly HealthMonitor[]): Promise<AskedWatch[]> {
  const numbers = [...new Set(monitors.map(({ id }) => watchOf(id)))].sort((a, b) => a - b);
  const known = await askWatches(env, numbers, async (watch) => await watch.health(), TIMEOUT_MS);
  return numbers.map((watch) => ({ watch, health: known.get(watch) ?? null }));
}

export function describeWatches(asked: readonly AskedWatch[]): SystemHealth["watches"] {
  return asked.map(({ watch, health }) => {
    if (!health)
      return { watch, ok: false, monitors: 0, waiting: 0, alarmAt: null, lastTickAt: null, cost: null };
    const { monitors, outbox, alarmAt, lastTickAt, cost } = health;
    return { watch, ok: true, monitors, waiting: outbox, alarmAt, lastTickAt, cost };
  });
}

export function describeMonitors(
  rows: readonly HealthMonitor[],
  { asked, now }: { asked: readonly AskedWatch[]; now: number },
): SystemHealth["monitors"] {
  const reported = new Map(
    asked.flatMap(({ health }) => health?.lastChecks ?? []).map(({ id, at }) => [id, at]),
  );
  const overdue = rows
    .filter(({ type, isPaused }) => type !== MANUAL_TYPE && !isPaused)
    .flatMap((row) => {
      const { id, name, schedule } = row;
      const lastCheckedAt = reported.get(id) ?? row.checkedAt;
      // A weekly job is not late on its first day.
      const heardAt = lastCheckedAt ?? (schedule ? row.createdAt : null);
      const isLate = heardAt === null || now - heardAt > gapMsOf({ ...row, config: { schedule } });
      return isLate ? [{ id, name, lastCheckedAt }] : [];
    });
  return { total: rows.length, paused: rows.filter(({ isPaused }) => isPaused).length, overdue };
}

export function judgeWatching(
  rows: readonly HealthMonitor[],
  {
    asked,
    overdue,
    lacking,
    now,
  }: {
    asked: readonly AskedWatch[];
    overdue: SystemHealth["monitors"]["overdue"];
    lacking: readonly LackingAgent[];
    now: number;
  },
) {
  const busy = new Set(rows.filter(({ isPaused }) => !isPaused).map(({ id }) => watchOf(id)));
  const alarms = asked.flatMap(({ watch, health }) => (health && busy.has(watch) ? [health.alarmAt] : []));
  const responding = asked.filter(({ health }) => health !== null).length;
  return {
    watches: judgeWatches({ total: asked.length, responding }),
    alarms: judgeAlarms(alarms, now),
    monitors: judgeMonitors({
      total: rows.length,
      overdue: overdue.length,
      ...reasonsOfAgents(rows, overdue, lacking),
    }),
  };
}

function reasonsOfAgents(
  rows: readonly HealthMonitor[],
  overdue: SystemHealth["monitors"]["overdue"],
  lacking: readonly LackingAgent[],
): { ofAgents: number; reasons: string[] } {
  const late = new Set(overdue.map(({ id }) => id));
  const checked = rows.filter(({ id, agent }) => agent !== null && late.has(id));
  const reasons = checked.flatMap(({ agent, sendsIcmp }) => {
    const found = sendsIcmp ? lacking.find(({ key }) => key === agent) : undefined;
    return found?.lacks.map(({ reason }) => `${found.name}: ${reason}`) ?? [];
  });
  return { ofAgents: checked.length, reasons: [...new Set(reasons)] };
}
