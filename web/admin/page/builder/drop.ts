import { COLUMNS } from "../../../../src/domain/page/layout.ts";
import { type AnyNode, canBeMember, type Spot } from "../../../../src/domain/page/layout_edit.ts";
import type { Grid } from "../../../../src/schema/layout.ts";

export interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface DrawnBlock extends Edges {
  id: string;
  grid: Grid;
  inside?: { area: Edges; members: readonly Edges[] };
}

export interface Drop {
  spot: Spot;
  line: { left: number; top: number; width: number };
}

const GAP = 6;

export function findDrop(
  at: { x: number; y: number },
  {
    drawn,
    width,
    node,
    grabbed = 0,
    isStacked = false,
  }: {
    drawn: readonly DrawnBlock[];
    width: number;
    node: AnyNode;
    grabbed?: number;
    isStacked?: boolean;
  },
): Drop {
  const others = drawn.filter(({ id }) => id !== node.id);
  const group = canBeMember(node) ? others.find(({ inside }) => inside && holds(inside.area, at)) : undefined;
  if (group?.inside) return dropInside(at.y, group.id, group.inside);
  const w = node.grid?.w ?? COLUMNS;
  const column = width / COLUMNS;
  const wanted = isStacked ? (node.grid?.x ?? 0) : Math.floor(at.x / column) - grabbed;
  const x = Math.max(0, Math.min(COLUMNS - w, wanted));
  const inColumns = others.filter(({ grid }) => isStacked || (grid.x < x + w && x < grid.x + grid.w));
  const isLevel = (one: DrawnBlock) => one.top - GAP <= at.y && at.y <= one.bottom + GAP;
  const hit = inColumns.find((one) => holds(one, at)) ?? inColumns.find(isLevel);
  const line = (top: number) =>
    isStacked ? { left: 0, top, width } : { left: x * column, top, width: w * column };
  if (hit) {
    const isAbove = at.y < (hit.top + hit.bottom) / 2;
    const y = isAbove ? hit.grid.y : hit.grid.y + hit.grid.h;
    return { spot: { x, y }, line: line(isAbove ? hit.top - GAP : hit.bottom + GAP) };
  }
  const above = inColumns.filter(({ bottom }) => bottom <= at.y).sort((a, b) => b.bottom - a.bottom)[0];
  if (!above) return { spot: { x, y: 0 }, line: line(0) };
  return { spot: { x, y: above.grid.y + above.grid.h }, line: line(above.bottom + GAP) };
}

function dropInside(
  y: number,
  groupId: string,
  { area, members }: { area: Edges; members: readonly Edges[] },
): Drop {
  const after = members.filter(({ top, bottom }) => (top + bottom) / 2 < y).length;
  const top = after === 0 ? (members[0]?.top ?? area.top) : (members[after - 1]?.bottom ?? area.bottom);
  return {
    spot: { groupId, index: after },
    line: { left: area.left, top, width: area.right - area.left },
  };
}

function holds({ left, top, right, bottom }: Edges, { x, y }: { x: number; y: number }): boolean {
  return left <= x && x <= right && top <= y && y <= bottom;
}
