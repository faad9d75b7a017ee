import { COLUMNS, heightOf } from "../../../../src/domain/page/layout.ts";
import { type AnyNode, compact, freeId, membersOf } from "../../../../src/domain/page/layout_edit.ts";
import { BLOCK_DEFAULTS } from "../../../../src/schema/block_defaults.ts";
import type { GroupNode, LayoutNode, LayoutTree, TextNode } from "../../../../src/schema/layout.ts";
import type { IconName } from "../../../ui/Icon.tsx";
import { text } from "../../text/page_builder.ts";

const KINDS = ["group", "monitor", "chart", "text", "divider", "incidents"] as const;
type Kind = (typeof KINDS)[number];

export const ICONS: Record<Kind, IconName> = {
  group: "group",
  monitor: "monitor",
  chart: "chart",
  text: "text",
  divider: "divider",
  incidents: "warning",
};

export function makeNode(tree: LayoutTree, kind: Kind, monitorId = 0): AnyNode {
  const id = freeId(tree, kind);
  const node = bare(kind, id, monitorId);
  return { ...node, grid: { x: 0, y: 0, w: 3, h: heightOf(node) } };
}

function bare(type: Kind, id: string, monitorId: number): LayoutNode {
  if (type === "group") return { id, type, label: text.newGroup, ...BLOCK_DEFAULTS.group, children: [] };
  if (type === "monitor") return { id, type, monitorId, ...BLOCK_DEFAULTS.monitor };
  if (type === "chart") return { id, type, monitorId, ...BLOCK_DEFAULTS.chart };
  if (type === "text") return { id, type, ...BLOCK_DEFAULTS.text, markdown: text.newText };
  if (type === "divider") return { id, type };
  return { id, type, ...BLOCK_DEFAULTS.incidents };
}

export function listSamples(tree: LayoutTree): TextNode[] {
  return tree.children
    .flatMap((node): AnyNode[] => [node, ...membersOf(node)])
    .filter((node): node is TextNode => node.type === "text" && node.markdown.trim() === text.newText);
}

const MOST_CARDS = 60;

export function layOut(monitors: readonly { id: number }[]): LayoutTree {
  const cards = monitors.map(({ id }, at) => ({
    id: `monitor-${at + 1}`,
    type: "monitor" as const,
    monitorId: id,
    ...BLOCK_DEFAULTS.monitor,
  }));
  const group = { ...bare("group", "group-1", 0), label: text.addMonitors, children: cards } as GroupNode;
  const above: readonly LayoutNode[] = cards.length > MOST_CARDS ? [group] : cards;
  const nodes = [...above, bare("incidents", "incidents-1", 0)];
  return compact(nodes.map((node, y) => ({ ...node, grid: { x: 0, y, w: COLUMNS, h: heightOf(node) } })));
}

export function nameOf(node: AnyNode, monitorName: (id: number) => string): string {
  if (node.type === "group") return text.named.group(node.label);
  if (node.type === "monitor") return text.named.monitor(monitorName(node.monitorId));
  if (node.type === "chart") return text.named.chart(node.title || monitorName(node.monitorId));
  if (node.type === "text") return text.named.text(node.name || firstLine(node.markdown));
  return text.kinds[node.type];
}

function firstLine(markdown: string): string {
  const line = markdown.split("\n").find((one) => one.trim() !== "") ?? "";
  return line.replace(/^[#>\s*-]+/, "").slice(0, 40);
}
