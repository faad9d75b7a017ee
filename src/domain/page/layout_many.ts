import type { LayoutTree } from "../../schema/layout.ts";
import {
  type AnyNode,
  addNode,
  freeIdBeside,
  idsOf,
  membersOf,
  moveNode,
  removeNode,
  stepNode,
} from "./layout_edit.ts";

export function listChosen(tree: LayoutTree, ids: ReadonlySet<string>): AnyNode[] {
  return tree.children.flatMap((node): AnyNode[] =>
    ids.has(node.id) ? [node] : membersOf(node).filter(({ id }) => ids.has(id)),
  );
}

export function stepNodes(tree: LayoutTree, ids: ReadonlySet<string>, direction: "up" | "down"): LayoutTree {
  const chosen = listChosen(tree, ids).map(({ id }) => id);
  const stuck = new Set<string>();
  return (direction === "up" ? chosen : chosen.toReversed()).reduce((before, id) => {
    const next = stepNode(before, id, direction);
    const passed = [...stuck].some((other) => isBefore(before, other, id) !== isBefore(next, other, id));
    if (next !== before && !passed) return next;
    stuck.add(id);
    return before;
  }, tree);
}

export function removeNodes(tree: LayoutTree, ids: ReadonlySet<string>): LayoutTree {
  return listChosen(tree, ids).reduce((before, { id }) => removeNode(before, id), tree);
}

export function addNodes(tree: LayoutTree, nodes: readonly AnyNode[]): LayoutTree {
  const taken = idsOf(tree);
  const withFreeId = <Node extends AnyNode>(node: Node): Node => {
    const id = taken.has(node.id) ? freeIdBeside(taken, node.type) : node.id;
    taken.add(id);
    return { ...node, id };
  };
  return nodes.map(withFreeId).reduce((before, node) => {
    const own = node.type === "group" ? { ...node, children: node.children.map(withFreeId) } : node;
    return addNode(before, own);
  }, tree);
}

export function moveNodesInto(tree: LayoutTree, ids: ReadonlySet<string>, groupId: string): LayoutTree {
  return listChosen(tree, ids).reduce((before, { id }) => {
    const group = before.children.find((node) => node.id === groupId);
    if (!group || id === groupId) return before;
    return moveNode(before, id, { groupId, index: membersOf(group).length });
  }, tree);
}

function isBefore(tree: LayoutTree, id: string, other: string): boolean {
  const order = tree.children.flatMap((node) => [node.id, ...membersOf(node).map((member) => member.id)]);
  return order.indexOf(id) < order.indexOf(other);
}
