import type { LayoutNode } from "../../src/schema/layout.ts";

/** Rows count from 1 inside the band; `to` is exclusive. */
export interface Placed {
  node: LayoutNode;
  x: number;
  w: number;
  from: number;
  to: number;
}

/** Neighbouring rows with overlapping blocks: a straight line can cross the page only between bands. */
interface Band {
  rows: number;
  blocks: readonly Placed[];
}

interface Spot {
  node: LayoutNode;
  x: number;
  w: number;
  top: number;
  bottom: number;
}

export function arrangeBands(nodes: readonly LayoutNode[]): Band[] {
  const groups: Spot[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const spot of spotsOf(nodes)) {
    if (spot.top >= bottom) groups.push([]);
    groups.at(-1)?.push(spot);
    bottom = Math.max(bottom, spot.bottom);
  }
  return groups.map(arrangeBand);
}

function spotsOf(nodes: readonly LayoutNode[]): Spot[] {
  let below = nodes.reduce((most, { grid }) => Math.max(most, grid ? grid.y + grid.h : 0), 0);
  const spots = nodes.map((node) => {
    const { x, y, w, h } = node.grid ?? { x: 0, y: below++, w: 3, h: 1 };
    return { node, x, w: Math.min(w, 3 - x), top: y, bottom: y + h };
  });
  return spots.sort((a, b) => a.top - b.top || a.x - b.x);
}

/** Rows start only where a block does, because heights come from the content, not from the builder. */
function arrangeBand(spots: readonly Spot[]): Band {
  const starts = [...new Set(spots.map(({ top }) => top))].sort((a, b) => a - b);
  const blocks = spots.map(({ node, x, w, top, bottom }) => {
    const end = starts.findIndex((start) => start >= bottom);
    return { node, x, w, from: starts.indexOf(top) + 1, to: (end < 0 ? starts.length : end) + 1 };
  });
  return { rows: starts.length, blocks };
}

export function bandRules(bands: readonly Band[]): string {
  const rules = new Set<string>();
  for (const { rows, blocks } of bands) {
    if (rows === 1) continue;
    rules.add(`.rows-${rows}{grid-template-rows:${"auto ".repeat(rows - 1)}1fr}`);
    for (const { from, to } of blocks) rules.add(`.row-${from}-${to}{grid-row:${from}/${to}}`);
  }
  return rules.size > 0 ? `@media (min-width:768px){${[...rules].join("")}}` : "";
}
