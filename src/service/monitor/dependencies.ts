import type { Statement } from "../../data/db.ts";
import { listDependencies, listNames, type MonitorRow, replaceDependencies } from "../../data/monitor.ts";
import { markMonitorsStale } from "../../data/watch.ts";
import { closureOf, findCycle } from "../../domain/monitor/dependencies.ts";
import { decideChanges } from "../../domain/system/audit_changes.ts";
import { invalidField } from "../../lib/errors.ts";
import type { Context } from "../context.ts";
import { entityOf, recordUpdate } from "../record/audit.ts";
import { checkExist } from "../record/objects_exist.ts";
import { editMonitor, getRow } from "./monitor_edit.ts";

export async function getDependencies(
  context: Context,
  id: number,
): Promise<{ dependsOnIds: number[]; version: number }> {
  const { version } = await getRow(context, id);
  const links = await listDependencies(context.db);
  return {
    dependsOnIds: links.filter((link) => link.monitorId === id).map((link) => link.dependsOnId),
    version,
  };
}

export async function updateMonitorDependencies(
  context: Context,
  id: number,
  { dependsOnIds, version }: { dependsOnIds: readonly number[]; version?: number | undefined },
): Promise<{ dependsOnIds: number[]; version: number }> {
  const decide = (row: MonitorRow) => decideDependencies(context, row, dependsOnIds);
  await editMonitor(context, id, { version, decide });
  return await getDependencies(context, id);
}

async function decideDependencies(
  context: Context,
  row: MonitorRow,
  dependsOnIds: readonly number[],
): Promise<Statement[]> {
  const { id } = row;
  await checkExist(context, "monitor", { dependsOnIds });
  const all = await listDependencies(context.db);
  const before = all.filter((link) => link.monitorId === id).map((link) => link.dependsOnId);
  const graph = new Map<number, number[]>([[id, [...dependsOnIds]]]);
  for (const { monitorId, dependsOnId } of all)
    if (monitorId !== id) graph.set(monitorId, [...(graph.get(monitorId) ?? []), dependsOnId]);
  const cycle = findCycle(graph);
  if (cycle) throw invalidField("dependsOnIds", await describeCycle(context, cycle));
  const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
  const changes = decideChanges({ dependsOnIds: inOrder(before) }, { dependsOnIds: inOrder(dependsOnIds) });
  if (Object.keys(changes).length === 0) return [];
  const dependents = [...graph.keys()].filter((other) => closureOf(graph, other).has(id));
  return [
    ...replaceDependencies(context.db, id, dependsOnIds),
    ...recordUpdate(context, { ...entityOf("monitor", row), changes }),
    markMonitorsStale([id, ...dependents]),
  ];
}

async function describeCycle(context: Context, cycle: readonly number[]): Promise<string> {
  if (cycle.length === 1) return "A monitor can't depend on itself.";
  const names = await listNames(context.db, cycle);
  const way = [...cycle, cycle[0]!].map((id) => names.get(id) ?? String(id));
  return `This creates a cycle: ${way.join(" → ")}.`;
}
