import { createMemo, createSignal } from "solid-js";
import {
  type AnyNode,
  addNode,
  canBeMember,
  findNode,
  membersOf,
  moveNode,
} from "../../../../src/domain/page/layout_edit.ts";
import { listChosen, removeNodes } from "../../../../src/domain/page/layout_many.ts";
import type { LayoutTree } from "../../../../src/schema/layout.ts";
import { text } from "../../text/page_builder.ts";
import type { Builder } from "./builder.ts";
import { type BuilderContext, focusBlock } from "./context.ts";
import type { Drop } from "./drop.ts";

type Deps = Pick<BuilderContext, "nameOf" | "placeOf" | "announce">;

export function createBlockEdits(builder: Builder, { nameOf, placeOf, announce }: Deps) {
  const [lastId, setLastId] = createSignal("");
  const [toConfirm, setToConfirm] = createSignal<readonly AnyNode[]>();
  const groupChosen = createMemo(() => {
    const found = findNode(builder.tree(), builder.selectedId() ?? "");
    return found?.node.type === "group" ? found.node : (found?.group ?? null);
  });

  function drop(node: AnyNode, { spot }: Drop): void {
    const tree = builder.tree();
    const isNew = builder.nodeOf(node.id) === undefined;
    if (!builder.apply(isNew ? addNode(tree, node, spot) : moveNode(tree, node.id, spot))) return;
    builder.select(node.id);
    announce(isNew ? text.announced.added(nameOf(node)) : text.announced.moved(placeOf(node.id)));
    focusBlock(node.id);
  }

  function add(node: AnyNode): void {
    const group = canBeMember(node) ? groupChosen() : null;
    const spot = group ? { groupId: group.id, index: group.children.length } : undefined;
    if (!builder.apply(addNode(builder.tree(), node, spot))) return;
    setLastId(node.id);
    announce(text.announced.added(group ? placeOf(node.id) : nameOf(node)));
  }

  function remove(ids: Iterable<string>): void {
    const nodes = listChosen(builder.tree(), new Set(ids));
    if (nodes.some((node) => membersOf(node).length > 0)) setToConfirm(nodes);
    else removeNow(nodes);
  }

  function removeNow(nodes: readonly AnyNode[]): void {
    const ids = new Set(nodes.map(({ id }) => id));
    const next = findNeighbour(builder.tree(), ids);
    builder.apply(removeNodes(builder.tree(), ids));
    const [only] = nodes;
    announce(
      nodes.length === 1 && only
        ? text.announced.removed(nameOf(only))
        : text.many.announced.removed(nodes.length),
    );
    if (next) focusBlock(next);
  }

  const lastAdded = () => builder.nodeOf(lastId());
  return { groupChosen, lastAdded, drop, add, remove, removeNow, toConfirm, setToConfirm };
}

function findNeighbour(tree: LayoutTree, removed: ReadonlySet<string>): string | undefined {
  const order = tree.children.map(({ id }) => id);
  const from = Math.max(
    0,
    order.findIndex((id) => removed.has(id)),
  );
  const stays = (id: string) => !removed.has(id);
  return order.slice(from).find(stays) ?? order.slice(0, from).findLast(stays);
}
