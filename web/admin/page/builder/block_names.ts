import { type AnyNode, findNode, gridOf } from "../../../../src/domain/page/layout_edit.ts";
import type { PlaceableMonitor } from "../../../../src/schema/layout.ts";
import { text } from "../../text/page_builder.ts";
import type { DescribeBlock } from "./compare.ts";
import { nameOf as nameNode } from "./kinds.ts";

export type BlockNames = ReturnType<typeof createBlockNames>;

export function createBlockNames(monitors: readonly PlaceableMonitor[]) {
  const names = new Map(monitors.map(({ id, name }) => [id, name]));
  const nameOf = (node: AnyNode) => nameNode(node, (id) => names.get(id) ?? text.gone(id));

  const describe: DescribeBlock = (tree, id) => {
    const found = findNode(tree, id);
    if (!found) return;
    const { node, group, index } = found;
    if (group) return text.whereIn(nameOf(node), group.label, index + 1, group.children.length);
    const { x, w } = gridOf(node);
    return text.where(nameOf(node), x, w);
  };

  return { nameOf, describe };
}
