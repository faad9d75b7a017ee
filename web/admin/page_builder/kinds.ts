import { heightOf } from "../../../src/domain/layout.ts";
import { type AnyNode, freeId } from "../../../src/domain/layout_edit.ts";
import {
  chartNode,
  dividerNode,
  groupNode,
  incidentsNode,
  type LayoutTree,
  monitorNode,
  textNode,
} from "../../../src/schema/layout.ts";
import type { IconName } from "../../ui/Icon.tsx";
import { text } from "../text/page_builder.ts";

export const KINDS = ["group", "monitor", "chart", "text", "divider", "incidents"] as const;
export type Kind = (typeof KINDS)[number];

export const ICONS: Record<Kind, IconName> = {
  group: "group",
  monitor: "monitor",
  chart: "chart",
  text: "text",
  divider: "divider",
  incidents: "warning",
};

/** A block of a kind, with what the API takes for granted. */
export function makeNode(tree: LayoutTree, kind: Kind, monitorId = 0): AnyNode {
  const id = freeId(tree, kind);
  const node = bare(kind, id, monitorId);
  return { ...node, grid: { x: 0, y: 0, w: 3, h: heightOf(node) } };
}

function bare(kind: Kind, id: string, monitorId: number) {
  if (kind === "group") return groupNode.parse({ id, type: kind, label: text.newGroup });
  if (kind === "monitor") return monitorNode.parse({ id, type: kind, monitorId });
  if (kind === "chart") return chartNode.parse({ id, type: kind, monitorId });
  if (kind === "text") return textNode.parse({ id, type: kind, markdown: text.newText });
  if (kind === "divider") return dividerNode.parse({ id, type: kind });
  return incidentsNode.parse({ id, type: kind });
}

/** What a block is called in menus and aloud. */
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
