import { addressOfMonitor } from "../../check/registry.ts";
import { fireRun, insertTimedRun, skipRun } from "../../data/action_run.ts";
import { readAlerted } from "../../data/channel.ts";
import { openDb, type Statement, save } from "../../data/db.ts";
import { listEvents } from "../../data/monitor_event.ts";
import { returnedIds } from "../../data/outgoing.ts";
import { guardEpoch } from "../../data/restore_epoch.ts";
import type { RunFacts } from "../../domain/action/run.ts";
import type { MonitorEvent } from "../../domain/monitor/event.ts";
import type { ActionTimer } from "../../domain/monitor/timer.ts";
import type { TimerItem } from "../../domain/monitor/watch_item.ts";
import type { Env } from "../../env.ts";
import { enqueueOrLeave } from "../outgoing/job.ts";

type ActionItem = TimerItem & { timer: ActionTimer };

export function isActionItem(item: TimerItem): item is ActionItem {
  return item.timer.kind === "action";
}

export async function recordActionTimers(
  env: Env,
  items: readonly ActionItem[],
  epoch: number,
): Promise<void> {
  const db = openDb(env.DB);
  const now = Date.now();
  const due = items.filter(isFired);
  const factsOf = due.length > 0 ? await readFacts(env, due) : () => null;
  const statements: Statement[] = [guardEpoch(epoch)];
  for (const item of items) {
    const { monitorId, timer } = item;
    statements.push(...insertTimedRun(monitorId, timer, now));
    if (item.kind === "timer_set") continue;
    if (item.decision.kind === "skip") {
      statements.push(...skipRun(timer, { reason: item.decision.reason, now }));
      continue;
    }
    const facts = factsOf(item);
    if (facts) statements.push(...fireRun(monitorId, timer, { facts, now }));
  }
  const ids = returnedIds(await save(db, statements));
  await enqueueOrLeave(env, "action_runs", { ids });
}

function isFired(item: ActionItem): item is ActionItem & { kind: "timer_end" } {
  return item.kind === "timer_end" && item.decision.kind === "fire";
}

async function readFacts(env: Env, items: readonly (ActionItem & { kind: "timer_end" })[]) {
  const db = openDb(env.DB);
  const { monitors } = await readAlerted(
    db,
    items.map(({ monitorId }) => monitorId),
  );
  const events = await listEvents(
    db,
    items.map(({ timer }) => eventIdOf(timer)),
  );
  return ({ monitorId, timer, message }: ActionItem & { kind: "timer_end" }): RunFacts | null => {
    const monitor = monitors.find(({ id }) => id === monitorId);
    return monitor ? toFacts(timer, { message, monitor, event: events.get(eventIdOf(timer)) }) : null;
  };
}

/** Timer ids are `<event id>:action:<action id>`. */
function eventIdOf({ id, actionId }: ActionTimer): string {
  return id.slice(0, -`:action:${actionId}`.length);
}

interface TimerSubject {
  message: string;
  monitor: Awaited<ReturnType<typeof readAlerted>>["monitors"][number];
  event: MonitorEvent | undefined;
}

function toFacts(
  { trigger, dueAt, downSince }: ActionTimer,
  { message, monitor, event }: TimerSubject,
): RunFacts {
  const { id, key, name, type } = monitor;
  const error = trigger === "down" ? message || (event?.message ?? "") : "";
  return {
    kind: trigger === "down" ? "alert" : "recovery",
    at: dueAt,
    checkedAt: event?.at ?? dueAt,
    status: trigger,
    previousStatus: event?.previousStatus ?? (trigger === "down" ? "up" : "down"),
    error,
    downSince,
    monitor: { id, key, name, type, status: trigger, error, url: addressOfMonitor(monitor) },
  };
}
