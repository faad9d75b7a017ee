import { openDb } from "../../data/db.ts";
import { findSetting } from "../../data/setting.ts";
import { listWatches } from "../../data/watch_plan.ts";
import type { Context } from "../context.ts";
import { getMirrorStatus } from "../mirror/settings.ts";
import { listMonitors } from "../monitor/monitor.ts";
import { watchNumbered } from "../monitor/watch.ts";

/** How the parts of the service are, each by itself: one that fails does not hide the others. */
export async function getSystemHealth(context: Context) {
  const startedAt = performance.now();
  const [watches, monitors, lastCronAt, mirror] = await Promise.all([
    readWatches(context),
    listMonitors(context, {}),
    findSetting(openDb(context.env.DB), "cron"),
    getMirrorStatus(context),
  ]);
  const overdue = monitors.filter(({ paused, lastCheckedAt, intervalSecs, createdAt }) => {
    if (paused) return false;
    return lastCheckedAt === null
      ? context.now - createdAt > 2000 * intervalSecs
      : context.now - lastCheckedAt > 2000 * intervalSecs;
  });
  return {
    database: { ok: true, ms: Math.round(performance.now() - startedAt) },
    cron: { lastRunAt: typeof lastCronAt === "number" ? lastCronAt : null },
    watches,
    mirror,
    monitors: {
      total: monitors.length,
      paused: monitors.filter(({ paused }) => paused).length,
      overdue: overdue.map(({ id, name, lastCheckedAt }) => ({ id, name, lastCheckedAt })),
    },
  };
}

async function readWatches({ env, db }: Context) {
  const numbers = await listWatches(db);
  const answers = await Promise.allSettled(numbers.map((watch) => watchNumbered(env, watch).health()));
  return answers.map((answer, i) => {
    const watch = numbers[i] ?? 0;
    if (answer.status === "rejected")
      return { watch, ok: false, monitors: 0, waiting: 0, alarmAt: null, lastTickAt: null, cost: null };
    const { monitors, outbox, alarmAt, lastTickAt, cost } = answer.value;
    return { watch, ok: true, monitors, waiting: outbox, alarmAt, lastTickAt, cost };
  });
}
