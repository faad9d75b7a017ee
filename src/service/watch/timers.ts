import type { TimerItem } from "../../domain/monitor/watch_item.ts";
import type { Env } from "../../env.ts";
import { isActionItem, recordActionTimers } from "../action/timer.ts";
import { openAutoIncident, resolveAutoIncident } from "../incident/automatic.ts";

export async function recordTimers(env: Env, items: readonly TimerItem[], epoch: number): Promise<void> {
  const actions = items.filter(isActionItem);
  if (actions.length > 0) await recordActionTimers(env, actions, epoch);
  for (const item of items) await recordTimer(env, item);
}

async function recordTimer(env: Env, item: TimerItem): Promise<void> {
  if (item.kind === "timer_set" || item.decision.kind === "skip") return;
  const { monitorId, timer, message: error } = item;
  const now = Date.now();
  if (timer.kind === "open_incident") {
    await openAutoIncident(env, { monitorId, eventId: timer.id, downSince: timer.downSince, error, now });
  } else if (timer.kind === "resolve_incident") {
    await resolveAutoIncident(env, { monitorId, eventId: timer.id, now });
  }
}
