import { noneWithId, type Problem } from "../../lib/errors.ts";
import { BLOCK_DEFAULTS, TALLEST } from "../../schema/block_defaults.ts";
import type { ChartNode, Grid, LayoutNode, LayoutTree, MonitorNode } from "../../schema/layout.ts";
import { type Translations, wordsIn } from "../incident/wording.ts";

const HEIGHT: Record<LayoutNode["type"], number> = {
  group: 4,
  monitor: 2,
  chart: 5,
  text: 2,
  divider: 1,
  incidents: 4,
};
export const COLUMNS = 3;
const MEMBER_ROWS = 1.5;

export const EMPTY_LAYOUT: LayoutTree = { id: "root", type: "page", children: [] };

export interface Placed {
  id: number;
  chartHours: number;
}

export function placedMonitors({ children }: LayoutTree): Placed[] {
  const hours = new Map<number, number>();
  for (const node of children.flatMap((one) => (one.type === "group" ? one.children : [one]))) {
    if (node.type !== "monitor" && node.type !== "chart") continue;
    const own = node.type === "chart" ? node.hours : 0;
    hours.set(node.monitorId, Math.max(own, hours.get(node.monitorId) ?? 0));
  }
  return [...hours].map(([id, chartHours]) => ({ id, chartHours }));
}

export function monitorsWithLongCharts(tree: LayoutTree): Placed[] {
  return placedMonitors(tree).filter(({ chartHours }) => chartHours > 24);
}

export function pruneLayout(tree: LayoutTree, isThere: (monitorId: number) => boolean): LayoutTree {
  const stays = (node: { type: string; monitorId?: number }) =>
    node.monitorId === undefined || isThere(node.monitorId);
  const children = tree.children
    .filter(stays)
    .map((node) => (node.type === "group" ? { ...node, children: node.children.filter(stays) } : node));
  return { ...tree, children };
}

type Chartable = ReadonlyMap<number, { hasResponseTime: boolean }>;

export function fitLayout(tree: LayoutTree, monitors: Chartable): LayoutTree {
  const { children, ...root } = pruneLayout(tree, (id) => monitors.has(id));
  const isCard = (node: LayoutNode) =>
    node.type === "chart" && !monitors.get(node.monitorId)?.hasResponseTime;
  return { ...root, children: children.map((node) => (isCard(node) ? toCard(node as ChartNode) : node)) };
}

function toCard({ id, grid, monitorId, showUptimePct, showMonitorType }: ChartNode): MonitorNode {
  const shown = { id, monitorId, showUptimePct, showMonitorType };
  const place = grid && { grid: { ...grid, h: HEIGHT.monitor } };
  return { ...BLOCK_DEFAULTS.monitor, ...shown, ...place, type: "monitor" };
}

export function publicLayout(tree: LayoutTree): LayoutTree {
  const clear = <N extends { type: string }>(node: N): N =>
    node.type === "text" ? { ...node, name: "" } : node;
  const children = tree.children
    .filter((node) => node.type !== "group" || node.children.length > 0)
    .map((node) => (node.type === "group" ? { ...node, children: node.children.map(clear) } : clear(node)));
  return { ...tree, children };
}

/**
 * Blocks without a place go below all others at full width; overlapping ones move down. Group members have no
 * place.
 */
export function placeBlocks(tree: LayoutTree): LayoutTree {
  const taken: Grid[] = [];
  const children = tree.children.map((node) => {
    const bottom = Math.max(0, ...taken.map(({ y, h }) => y + h));
    const grid = { ...(node.grid ?? { x: 0, y: bottom, w: COLUMNS, h: heightOf(node) }) };
    for (let other = findCovered(grid, taken); other; other = findCovered(grid, taken)) {
      grid.y = other.y + other.h;
    }
    taken.push(grid);
    if (node.type !== "group") return { ...node, grid };
    return { ...node, grid, children: node.children.map(({ grid: _, ...child }) => child) };
  });
  return { ...tree, children: children as LayoutNode[] };
}

export function findLayoutProblems(tree: LayoutTree, { monitors }: { monitors: Chartable }): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>([tree.id]);
  const check = (node: { id: string; type: string; monitorId?: number }, path: string) => {
    if (seen.has(node.id)) problems.push({ path: `${path}.id`, message: "Another block has this id." });
    seen.add(node.id);
    if (node.monitorId === undefined) return;
    const monitor = monitors.get(node.monitorId);
    if (!monitor)
      problems.push({
        path: `${path}.monitorId`,
        message: noneWithId("monitor", node.monitorId),
      });
    else if (node.type === "chart" && !monitor.hasResponseTime)
      problems.push({
        path: `${path}.monitorId`,
        message: "Monitors of this type have no response times.",
      });
  };
  for (const [i, node] of tree.children.entries()) {
    const path = `children[${i}]`;
    check(node, path);
    if (node.grid && node.grid.x + node.grid.w > COLUMNS)
      problems.push({ path: `${path}.grid.w`, message: "It extends past the third column." });
    if (node.type !== "group") continue;
    for (const [j, child] of node.children.entries()) check(child, `${path}.children[${j}]`);
  }
  return problems;
}

export function heightOf(node: LayoutNode): number {
  if (node.type === "chart") return node.chartH;
  if (node.type !== "group") return HEIGHT[node.type];
  const rows = 1 + Math.ceil(MEMBER_ROWS * node.children.length);
  return Math.min(TALLEST, Math.max(HEIGHT.group, rows));
}

function findCovered(grid: Grid, taken: readonly Grid[]): Grid | undefined {
  return taken.find(
    ({ x, y, w, h }) => grid.x < x + w && x < grid.x + grid.w && grid.y < y + h && y < grid.y + grid.h,
  );
}

export function localiseLayout(tree: LayoutTree, code: string): LayoutTree {
  if (!hasWords(tree)) return tree;
  const children = tree.children.map((node) => {
    const own = localiseNode(node, code);
    return own.type === "group"
      ? { ...own, children: own.children.map((child) => localiseNode(child, code)) }
      : own;
  });
  return { ...tree, children };
}

export function hasWords({ children }: LayoutTree): boolean {
  return children.some(
    (node) => isWorded(node) || (node.type === "group" && node.children.some((child) => isWorded(child))),
  );
}

function localiseNode<N extends object>(node: N, code: string): N {
  if (!isWorded(node)) return node;
  const worded = { ...node, ...wordsIn(node.locales ?? {}, code) };
  delete worded.locales;
  return worded;
}

function isWorded<N extends object>(node: N): node is N & { locales?: Translations<object> } {
  return "locales" in node && node.locales !== undefined;
}
