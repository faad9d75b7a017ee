import { MASK } from "../../../src/lib/mask.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import type { NumberText } from "../../ui/NumberInput.tsx";
import {
  changeMonitor,
  createMonitor,
  type MonitorType,
  setMonitorDependencies,
  setMonitorPaused,
  type Tag,
} from "../api/monitor.ts";
import { defaultsOf, type SchemaNode } from "../schema_form/node.ts";

export interface MonitorValues {
  name: string;
  type: string;
  config: Readonly<Record<string, unknown>>;
  intervalSecs: NumberText;
  timeoutMs: NumberText;
  retries: NumberText;
  failureThreshold: NumberText;
  recoveryThreshold: NumberText;
  tags: readonly Tag[];
  dependsOnIds: readonly number[];
  autoIncidentMinutes: NumberText;
  autoIncidentMode: "draft" | "published";
  autoIncidentTemplateId: number | null;
  paused: boolean;
}

export function newValues(type: MonitorType | undefined): MonitorValues {
  return {
    name: "",
    type: type?.type ?? "https",
    config: type ? defaultsOf(type.schema as SchemaNode) : {},
    intervalSecs: 60,
    timeoutMs: 10_000,
    retries: 1,
    failureThreshold: 1,
    recoveryThreshold: 1,
    tags: [],
    dependsOnIds: [],
    autoIncidentMinutes: null,
    autoIncidentMode: "draft",
    autoIncidentTemplateId: null,
    paused: false,
  };
}

/** A setting that was left out is shown as what it defaults to. */
export function valuesOf(monitor: Monitor, type: MonitorType | undefined): MonitorValues {
  const empty = newValues(undefined);
  const known = Object.fromEntries(Object.keys(empty).map((name) => [name, monitor[name as keyof Monitor]]));
  const defaults = type ? defaultsOf(type.schema as SchemaNode) : {};
  return { ...(known as unknown as MonitorValues), config: { ...defaults, ...monitor.config } };
}

/**
 * Saves in the order in which refusals do least harm. `before` is what is stored; it is handed on after each step, so
 * that a second try goes on where the first was refused.
 */
export async function saveMonitor(
  values: MonitorValues,
  before: Monitor | null,
  onStep: (stored: Monitor) => void,
): Promise<Monitor> {
  const { dependsOnIds, paused, ...fields } = values;
  // Numbers that are none are sent as they were typed: the server has a sentence for each.
  const body = fields as unknown as Omit<Parameters<typeof createMonitor>[0], "key">;
  let stored = before;
  if (stored && !isSame(stored.dependsOnIds, dependsOnIds)) {
    await setMonitorDependencies(stored.id, dependsOnIds);
    stored = { ...stored, dependsOnIds: [...dependsOnIds] };
    onStep(stored);
  }
  stored = stored ? await changeMonitor(stored.id, body) : await createMonitor(body);
  onStep(stored);
  if (!isSame(stored.dependsOnIds, dependsOnIds)) {
    await setMonitorDependencies(stored.id, dependsOnIds);
    stored = { ...stored, dependsOnIds: [...dependsOnIds] };
    onStep(stored);
  }
  if (stored.paused !== paused) stored = await setMonitorPaused(stored.id, paused);
  return stored;
}

export function hasMask(config: unknown): boolean {
  return JSON.stringify(config).includes(JSON.stringify(MASK));
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return [...a].sort().join() === [...b].sort().join();
}
