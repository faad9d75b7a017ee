import type { ChartNode, GroupNode, LayoutNode, MonitorNode } from "../../src/schema/layout.ts";
import type { PublicPage } from "../../src/schema/public_page.ts";
import type { Placed } from "./bands.ts";

/** So many of a group are laid out together, or as many as are left: css/fold.css has their heights. */
export const PART = 8;
/** Tops in rem from which on a block waits for its turn: of the screens told in css/fold.css, and of what is far below. */
const TURNS = [54, 68, 100, 140, 180];
const GAP = 1;
const BANNER = 7;
const HEADER = 5;
const HEADING = 3;
const CHARTS: Record<ChartNode["chartH"], number> = { 3: 18, 5: 21.5, 7: 26.5 };

interface Content {
  site: Pick<PublicPage["site"], "showHero">;
  charts: PublicPage["charts"];
  findMonitor: (id: number) => unknown;
}

/** Where the bands begin at the least, in rem, on any screen: they may be lower, and are never higher. */
export function topsOf(bands: readonly { blocks: readonly Placed[] }[], content: Content): number[] {
  let top = content.site.showHero ? HEADER + BANNER : BANNER;
  return bands.map(({ blocks }) => {
    const own = top;
    top += GAP + leastHeightOf(blocks, content);
    return own;
  });
}

/** Side by side they take the room of the fullest column, and below each other more. */
function leastHeightOf(blocks: readonly Placed[], content: Content): number {
  const columns = [0, 1, 2].map((column) =>
    blocks
      .filter(({ x, w }) => x <= column && column < x + w)
      .reduce((sum, { node }) => sum + leastHeight(node, content), 0),
  );
  return Math.max(...columns);
}

/** Nothing for what may be on the first screen. */
export function turnOf(top: number): string {
  const turn = TURNS.filter((limit) => top >= limit).length;
  return turn > 0 ? ` turn-${turn}` : "";
}

interface Part {
  nodes: GroupNode["children"];
  top: number;
  isLow: boolean;
}

export function partsOf(nodes: GroupNode["children"], top: number): Part[] {
  const parts: Part[] = [];
  let next = top + HEADING;
  for (let at = 0; at < nodes.length; at += PART) {
    const own = nodes.slice(at, at + PART);
    parts.push({ nodes: own, top: next, isLow: own.every((node) => node.type === "monitor" && isLow(node)) });
    next += own.reduce((sum, node) => sum + heightOfMember(node), 0);
  }
  return parts;
}

/** With the smallest text, the most room and everything that may be left out. */
function leastHeight(node: LayoutNode, content: Content): number {
  const isThere = ({ monitorId }: { monitorId: number }) => content.findMonitor(monitorId) !== undefined;
  if (node.type === "group") {
    const there = node.children.filter((child) => child.type === "text" || isThere(child));
    return HEADING + there.reduce((sum, child) => sum + heightOfMember(child), 0);
  }
  if (node.type === "monitor") return isThere(node) ? heightOfMember(node) : 0;
  if (node.type === "chart") return content.charts[node.id]?.buckets.length ? CHARTS[node.chartH] : 5;
  return node.type === "incidents" ? 3 : 1;
}

function heightOfMember(node: GroupNode["children"][number]): number {
  if (node.type === "text") return 1;
  if (node.cardVariant === "compact") return 2.5;
  return isLow(node) ? 3.25 : 7.5;
}

/** In one line, where there is room. */
function isLow({ cardVariant, showUptimeBar, uptimeBarPosition }: MonitorNode): boolean {
  return cardVariant === "compact" || !showUptimeBar || uptimeBarPosition === "right";
}
