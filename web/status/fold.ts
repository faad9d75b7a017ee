import type { ChartNode, GroupNode, LayoutNode, MonitorNode } from "../../src/schema/layout.ts";
import type { PublicPage } from "../../src/schema/public_page.ts";
import type { Placed } from "./bands.ts";
import { chooseIncidents } from "./blocks/chosen_incidents.ts";

export const MEMBERS_PER_PART = 8;
const MOST_PARTS_ESTIMATED = 8;
/** From these tops, in rem, blocks wait their turn: 54 and 68 are the screen heights in css/fold.css. */
const TURNS = [54, 68, 100, 140, 180];
const GAP = 1;
const BANNER = 7;
const HEADER = 5;
const HEADING = 3;
const CHARTS: Record<ChartNode["chartH"], number> = { 3: 18, 5: 21.5, 7: 26.5 };

interface Content {
  site: Pick<PublicPage["site"], "showHero">;
  charts: PublicPage["charts"];
  incidents: PublicPage["incidents"];
  findMonitor: (id: number) => unknown;
}

/** Minimum tops of the bands in rem: on no screen are they higher up. */
export function topsOf(bands: readonly { blocks: readonly Placed[] }[], content: Content): number[] {
  let top = content.site.showHero ? HEADER + BANNER : BANNER;
  return bands.map(({ blocks }) => {
    const own = top;
    top += GAP + leastHeightOf(blocks, content);
    return own;
  });
}

function leastHeightOf(blocks: readonly Placed[], content: Content): number {
  const columns = [0, 1, 2].map((column) =>
    blocks
      .filter(({ x, w }) => x <= column && column < x + w)
      .reduce((sum, { node }) => sum + leastHeight(node, content), 0),
  );
  return Math.max(...columns);
}

export function turnOf(top: number): string {
  const turn = TURNS.filter((limit) => top >= limit).length;
  return turn > 0 ? ` turn-${turn}` : "";
}

/** The classes by which css/fold.css estimates the height of what isn't rendered yet. */
export function sizeOf(node: LayoutNode, content: Content): string {
  if (node.type === "group") {
    const there = childrenThere(node, content);
    return `${countOf(there.length)}${areLow(there) ? " low" : ""}`;
  }
  if (node.type === "monitor") return ` alone n1${isLow(node) ? " low" : ""}`;
  if (node.type === "chart") return ` c${node.chartH}`;
  return node.type === "incidents" ? countOf(chooseIncidents(node, content.incidents).length) : "";
}

export function countOf(members: number): string {
  const parts = Math.min(MOST_PARTS_ESTIMATED, Math.floor(members / MEMBERS_PER_PART));
  return `${parts > 0 ? ` p${parts}` : ""}${members % MEMBERS_PER_PART > 0 ? ` n${members % MEMBERS_PER_PART}` : ""}`;
}

interface Part {
  nodes: GroupNode["children"];
  top: number;
  isLow: boolean;
}

export function partsOf(nodes: GroupNode["children"], top: number): Part[] {
  const parts: Part[] = [];
  let next = top + HEADING;
  for (let at = 0; at < nodes.length; at += MEMBERS_PER_PART) {
    const own = nodes.slice(at, at + MEMBERS_PER_PART);
    parts.push({ nodes: own, top: next, isLow: areLow(own) });
    next += own.reduce((sum, node) => sum + heightOfMember(node), 0);
  }
  return parts;
}

function leastHeight(node: LayoutNode, content: Content): number {
  if (node.type === "group") {
    return HEADING + childrenThere(node, content).reduce((sum, child) => sum + heightOfMember(child), 0);
  }
  if (node.type === "monitor") return content.findMonitor(node.monitorId) ? heightOfMember(node) : 0;
  if (node.type === "chart") return content.charts[node.id]?.buckets.length ? CHARTS[node.chartH] : 5;
  return node.type === "incidents" ? 3 : 1;
}

function childrenThere({ children }: GroupNode, { findMonitor }: Content): GroupNode["children"] {
  return children.filter((child) => child.type === "text" || findMonitor(child.monitorId));
}

function areLow(nodes: GroupNode["children"]): boolean {
  return nodes.every((node) => node.type === "monitor" && isLow(node));
}

function heightOfMember(node: GroupNode["children"][number]): number {
  if (node.type === "text") return 1;
  if (node.cardVariant === "compact") return 2.5;
  return isLow(node) ? 3.25 : 7.5;
}

function isLow({ cardVariant, showUptimeBar, uptimeBarPosition }: MonitorNode): boolean {
  return cardVariant === "compact" || !showUptimeBar || uptimeBarPosition === "right";
}
