import { findCheckType } from "../../check/registry.ts";
import { toLink } from "../../data/action_link.ts";
import { openDb } from "../../data/db.ts";
import { readStoredFacts } from "../../data/stored_facts.ts";
import {
  type LinkRow,
  listFailed,
  type MonitorRow,
  readWatchRows,
  type WindowRow,
} from "../../data/watch.ts";
import { closureOf } from "../../domain/monitor/dependencies.ts";
import type { SelfTestRule } from "../../domain/monitor/own_trouble.ts";
import type { StoredFacts } from "../../domain/monitor/restored_state.ts";
import { beatRuleOf, MANUAL_TYPE, paceOf } from "../../domain/monitor/rule.ts";
import { MONITORS_PER_WATCH } from "../../domain/monitor/schedule.ts";
import type { WatchedAgent, WatchedMonitor } from "../../domain/monitor/watch_plan.ts";
import type { Env } from "../../env.ts";
import type { Config } from "../../lib/config.ts";
import { isEqual } from "../../lib/is_equal.ts";
import { agentsAt } from "../../schema/place.ts";
import { selfTestSettings } from "../../schema/self_test.ts";
import { maskSecrets, openSecrets } from "../record/sealing.ts";

interface WatchPlan {
  monitors: WatchedMonitor[];
  /** If the watch knows another epoch, the database was restored and the watch's memory is void. */
  epoch: number;
  selfTest: SelfTestRule | null;
}

export async function loadWatchPlan(env: Env, watch: number, now: number): Promise<WatchPlan> {
  const rows = await readWatchRows(openDb(env.DB), { ...idsOf(watch), now });
  const graph = new Map<number, number[]>();
  for (const { monitorId, dependsOnId } of rows.dependencies) {
    graph.set(monitorId, [...(graph.get(monitorId) ?? []), dependsOnId]);
  }
  const monitors = rows.monitors.map((monitor) => ({
    ...toWatched(
      monitor,
      rows.links.filter(({ monitorId }) => monitorId === monitor.id),
    ),
    ...placesOf(monitor, rows.agents),
    ...agentOf(monitor, rows.agents),
    dependencies: [...closureOf(graph, monitor.id)].sort((a, b) => a - b),
    windows: windowsOf(monitor.id, rows.windows),
    // After a restore, above every event sent before it, here or where the backup was made.
    eventsBefore: Math.max(rows.sequences.get(monitor.id) ?? 0, rows.epoch),
  }));
  return { monitors, epoch: rows.epoch, selfTest: toSelfTest(rows.selfTest) };
}

function toSelfTest(value: unknown): SelfTestRule | null {
  const { urls = [], share = 0 } = selfTestSettings.safeParse(value ?? {}).data ?? {};
  return urls.length > 0 ? { urls, share } : null;
}

export async function loadStoredFacts(env: Env, watch: number): Promise<Map<number, StoredFacts>> {
  return await readStoredFacts(openDb(env.DB), idsOf(watch));
}

function idsOf(watch: number): { from: number; to: number } {
  const from = watch * MONITORS_PER_WATCH;
  return { from, to: from + MONITORS_PER_WATCH - 1 };
}

export async function listFailedMonitors(env: Env, ids: readonly number[]): Promise<ReadonlySet<number>> {
  return new Set(await listFailed(openDb(env.DB), ids));
}

function toWatched(
  row: MonitorRow,
  links: readonly LinkRow[],
): Omit<WatchedMonitor, "dependencies" | "windows" | "eventsBefore"> {
  const { id, key, name, type, config, paused, timeoutMs, retries } = row;
  const { autoIncidentMinutes } = row;
  const { failureThreshold, recoveryThreshold } =
    type === MANUAL_TYPE ? { failureThreshold: 1, recoveryThreshold: 1 } : row;
  const rule = {
    ...paceOf(row),
    ...beatRuleOf(row),
    failureThreshold,
    recoveryThreshold,
    autoIncidentMinutes,
    links: links.map(toLink),
  };
  return { id, key, name, type, config, isPaused: paused, timeoutMs, retries, rule };
}

type AgentNames = ReadonlyMap<string, string>;

function placesOf(row: MonitorRow, names: AgentNames) {
  const { locations, confirmFrom, everyPlaceEvery: everyMinutes } = row;
  if (locations.length === 0) return {};
  const agents = agentsAt(locations).map((key) => toWatchedAgent(key, names));
  return { places: { locations, ...(agents.length > 0 && { agents }), confirmFrom, everyMinutes } };
}

function agentOf({ agent: key }: MonitorRow, names: AgentNames) {
  return key === null ? {} : { agent: toWatchedAgent(key, names) };
}

function toWatchedAgent(key: string, names: AgentNames): WatchedAgent {
  return { key, name: names.get(key) ?? key };
}

function windowsOf(monitorId: number, windows: readonly WindowRow[]) {
  return windows
    .filter(({ allMonitors, monitorIds }) => allMonitors || monitorIds.includes(monitorId))
    .map(({ from, to }) => ({ from, to }));
}

type CheckedTarget = Pick<WatchedMonitor, "key" | "type" | "config">;

export async function hasNewTarget(env: Env, before: CheckedTarget, after: CheckedTarget): Promise<boolean> {
  if (before.type !== after.type) return true;
  if (isEqual(before.config, after.config)) return false;
  const kind = findCheckType(after.type);
  if (!kind) return true;
  const complete = (config: Config) => {
    const parsed = kind.config.safeParse(config);
    return parsed.success ? parsed.data : config;
  };
  const isSame = (a: Config, b: Config) => isEqual(complete(a), complete(b));
  if (!isSame(maskSecrets(kind, before.config), maskSecrets(kind, after.config))) return true;
  try {
    const open = ({ key, config }: CheckedTarget) =>
      openSecrets(env, kind, { config, name: `monitor/${key}` });
    return !isSame(await open(before), await open(after));
  } catch {
    return true;
  }
}
