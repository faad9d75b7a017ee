import { findMissingMonitors, listDependencies, listNames, replaceDependencies } from "../data/monitor.ts";
import { closureOf, findCycle } from "../domain/dependencies.ts";
import { invalid } from "../lib/errors.ts";
import type { Context } from "./context.ts";
import { announceMonitor, getRow, recordMonitor, saveAndAnnounce } from "./monitor.ts";

export async function getDependencies(context: Context, id: number): Promise<{ dependsOnIds: number[] }> {
  await getRow(context, id);
  const links = await listDependencies(context.db);
  return { dependsOnIds: links.filter((link) => link.monitorId === id).map((link) => link.dependsOnId) };
}

/** Everything that depends on this monitor hears of it too: what it waits for has changed. */
export async function setDependencies(
  context: Context,
  id: number,
  dependsOnIds: readonly number[],
): Promise<{ dependsOnIds: number[] }> {
  const row = await getRow(context, id);
  const missing = await findMissingMonitors(context.db, dependsOnIds);
  if (missing.length > 0) throw refusal(`There is no monitor with the id ${missing.join(", ")}.`);
  const links = (await listDependencies(context.db)).filter((link) => link.monitorId !== id);
  const graph = new Map<number, number[]>([[id, [...dependsOnIds]]]);
  for (const { monitorId, dependsOnId } of links)
    graph.set(monitorId, [...(graph.get(monitorId) ?? []), dependsOnId]);
  const cycle = findCycle(graph);
  if (cycle) throw refusal(await tellCycle(context, cycle));

  const dependents = [...graph.keys()].filter((other) => closureOf(graph, other).has(id));
  await saveAndAnnounce(
    context,
    [id, ...dependents],
    [
      ...replaceDependencies(context.db, id, dependsOnIds),
      recordMonitor(context, "Update", row, { fields: ["dependsOn"] }),
    ],
  );
  announceMonitor(context, "monitor.updated", id);
  return { dependsOnIds: [...dependsOnIds] };
}

async function tellCycle(context: Context, cycle: readonly number[]): Promise<string> {
  if (cycle.length === 1) return "A monitor can't depend on itself.";
  const names = await listNames(context.db, cycle);
  const way = [...cycle, cycle[0]!].map((id) => names.get(id) ?? String(id));
  return `This would make a circle: ${way.join(" → ")}.`;
}

function refusal(message: string) {
  return invalid(message, [{ path: "dependsOnIds", message }]);
}
