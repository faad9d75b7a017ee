import type { Grid, GroupNode, LayoutNode, LayoutTree, MonitorNode, TextNode } from "../../schema/layout.ts";
import { COLUMNS, heightOf } from "./layout.ts";

type MemberNode = MonitorNode | TextNode;
export type AnyNode = LayoutNode | MemberNode;

export type Spot = { x: number; y: number } | { groupId: string; index: number };
export type Direction = "left" | "right" | "up" | "down";

interface PlacedNode {
  node: AnyNode;
  group: GroupNode | null;
  index: number;
}

export function findNode(tree: LayoutTree, id: string): PlacedNode | null {
  for (const [index, node] of tree.children.entries()) {
    if (node.id === id) return { node, group: null, index };
    if (node.type !== "group") continue;
    const at = node.children.findIndex((child) => child.id === id);
    if (at >= 0) return { node: node.children[at] as MemberNode, group: node, index: at };
  }
  return null;
}

export function canBeMember(node: AnyNode): node is MemberNode {
  return node.type === "monitor" || node.type === "text";
}

export function gridOf(node: AnyNode): Grid {
  return node.grid ?? { x: 0, y: 0, w: COLUMNS, h: heightOf(node) };
}

export function addNode(
  tree: LayoutTree,
  node: AnyNode,
  spot: Spot = { x: 0, y: bottomOf(tree) },
): LayoutTree {
  if (!("groupId" in spot)) return compact([...tree.children, standAt(node, spot)], node.id);
  const { groupId, index } = spot;
  if (!canBeMember(node)) return tree;
  const { grid: _, ...member } = node;
  const children = tree.children.map((known) =>
    known.id === groupId && known.type === "group"
      ? withRows({ ...known, children: known.children.toSpliced(index, 0, member as MemberNode) })
      : known,
  );
  return compact(children);
}

export function moveNode(tree: LayoutTree, id: string, spot: Spot): LayoutTree {
  const found = findNode(tree, id);
  if (!found) return tree;
  if (!("groupId" in spot)) {
    if (!found.group) return compact(replace(tree, id, standAt(found.node, spot)), id);
    return addNode(removeNode(tree, id), found.node, spot);
  }
  const target = tree.children.find((node) => node.id === spot.groupId);
  if (target?.type !== "group" || !canBeMember(found.node)) return tree;
  const isWithin = found.group?.id === target.id;
  const index = isWithin && found.index < spot.index ? spot.index - 1 : spot.index;
  return addNode(removeNode(tree, id), found.node, { groupId: target.id, index });
}

export function resizeNode(tree: LayoutTree, id: string, w: number): LayoutTree {
  const found = findNode(tree, id);
  if (!found || found.group) return tree;
  const grid = gridOf(found.node);
  const width = Math.min(COLUMNS, Math.max(1, w));
  const wider = { ...grid, w: width, x: Math.min(grid.x, COLUMNS - width) };
  return compact(replace(tree, id, { ...found.node, grid: wider } as LayoutNode), id);
}

export function removeNode(tree: LayoutTree, id: string): LayoutTree {
  const without = (nodes: readonly MemberNode[]) => nodes.filter((node) => node.id !== id);
  const children = tree.children
    .filter((node) => node.id !== id)
    .map((node) =>
      node.type === "group" && node.children.some((child) => child.id === id)
        ? withRows({ ...node, children: without(node.children) })
        : node,
    );
  return compact(children);
}

export function updateNode(tree: LayoutTree, id: string, change: Partial<AnyNode>): LayoutTree {
  const changed = (node: AnyNode) => ({ ...node, ...change }) as AnyNode;
  const children = tree.children.map((node) => {
    if (node.id === id) return withRows(changed(node) as LayoutNode);
    if (node.type !== "group") return node;
    return {
      ...node,
      children: node.children.map((child) => (child.id === id ? (changed(child) as MemberNode) : child)),
    };
  });
  return compact(children);
}

export function stepNode(tree: LayoutTree, id: string, direction: Direction): LayoutTree {
  const found = findNode(tree, id);
  if (!found) return tree;
  if (found.group) return stepMember(tree, found as PlacedNode & { group: GroupNode }, direction);
  const grid = gridOf(found.node);
  const { x, y, w, h } = grid;
  if (direction === "left" || direction === "right") {
    const next = direction === "left" ? x - 1 : x + 1;
    return next < 0 || next + w > COLUMNS ? tree : moveNode(tree, id, { x: next, y });
  }
  const others = tree.children.filter((node) => node.id !== id && isBeside(gridOf(node), grid)).map(gridOf);
  if (direction === "up") {
    const above = others.filter((other) => other.y < y).sort((a, b) => b.y - a.y)[0];
    return above ? moveNode(tree, id, { x, y: above.y }) : tree;
  }
  const below = others.filter((other) => other.y >= y + h).sort((a, b) => a.y - b.y)[0];
  return below ? moveNode(tree, id, { x, y: below.y + below.h }) : tree;
}

function stepMember(
  tree: LayoutTree,
  { node, group, index }: PlacedNode & { group: GroupNode },
  direction: Direction,
): LayoutTree {
  if (direction === "left" || direction === "right") return tree;
  const isEnd = index === (direction === "up" ? 0 : group.children.length - 1);
  const { x, y, h } = gridOf(group);
  if (isEnd) return moveNode(tree, node.id, { x, y: direction === "up" ? y : y + h });
  const to = direction === "up" ? index - 1 : index + 2;
  return moveNode(tree, node.id, { groupId: group.id, index: to });
}

export function freeId(tree: LayoutTree, type: AnyNode["type"]): string {
  return freeIdBeside(idsOf(tree), type);
}

export function idsOf(tree: LayoutTree): Set<string> {
  return new Set(tree.children.flatMap((node) => [node.id, ...membersOf(node).map(({ id }) => id)]));
}

export function freeIdBeside(taken: ReadonlySet<string>, type: AnyNode["type"]): string {
  for (let number = 1; ; number++) {
    const id = `${type}-${number}`;
    if (!taken.has(id)) return id;
  }
}

export function membersOf(node: AnyNode): readonly MemberNode[] {
  return node.type === "group" ? node.children : [];
}

export function compact(children: readonly LayoutNode[], firstId?: string): LayoutTree {
  const order = (node: LayoutNode) => (node.id === firstId ? 0 : 1);
  const sorted = children
    .map((node) => ({ node, grid: gridOf(node) }))
    .sort((a, b) => a.grid.y - b.grid.y || order(a.node) - order(b.node) || a.grid.x - b.grid.x);
  const floor = Array.from({ length: COLUMNS }, () => 0);
  const placed = sorted.map(({ node, grid: { x, w, h } }) => {
    const y = Math.max(...floor.slice(x, x + w));
    floor.fill(y + h, x, x + w);
    return { ...node, grid: { x, y, w, h } };
  });
  placed.sort((a, b) => a.grid.y - b.grid.y || a.grid.x - b.grid.x);
  return { id: "root", type: "page", children: placed };
}

function withRows<T extends LayoutNode>(node: T): T {
  if (!node.grid || (node.type !== "group" && node.type !== "chart")) return node;
  return { ...node, grid: { ...node.grid, h: heightOf(node) } };
}

function replace(tree: LayoutTree, id: string, next: LayoutNode): LayoutNode[] {
  return tree.children.map((node) => (node.id === id ? next : node));
}

function standAt(node: AnyNode, { x, y }: { x: number; y: number }): LayoutNode {
  const { w, h } = node.grid ?? { w: COLUMNS, h: heightOf(node) };
  return {
    ...node,
    grid: { x: Math.max(0, Math.min(x, COLUMNS - w)), y: Math.max(0, y), w, h },
  } as LayoutNode;
}

function bottomOf({ children }: LayoutTree): number {
  return Math.max(0, ...children.map(gridOf).map(({ y, h }) => y + h));
}

function isBeside(a: Grid, b: Grid): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w;
}
