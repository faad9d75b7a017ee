import { type AnyNode, membersOf } from "../../../../src/domain/page/layout_edit.ts";
import type { LayoutTree } from "../../../../src/schema/layout.ts";
import type { ShownDifference } from "../../../lib/edit.ts";
import { isSame } from "../../../lib/merge.ts";
import { text } from "../../text/page_builder.ts";

interface Layouts {
  base: LayoutTree;
  theirs: LayoutTree;
  mine: LayoutTree;
}

export type DescribeBlock = (tree: LayoutTree, id: string) => string | undefined;

export function compareLayouts({ base, theirs, mine }: Layouts, describe: DescribeBlock): ShownDifference[] {
  const [before, other, own] = [base, theirs, mine].map(nodesOf) as [Nodes, Nodes, Nodes];
  const ids = [...new Set([...other.keys(), ...own.keys()])];
  return ids
    .filter((id) => !isSame(other.get(id), own.get(id)))
    .map((id) => {
      const isTheirs = isSame(own.get(id), before.get(id));
      const isMine = isSame(other.get(id), before.get(id));
      const [there, here] = [describe(theirs, id), describe(mine, id)];
      return {
        path: id,
        label: there ?? here ?? id,
        theirs: there ?? text.notThere,
        mine: here === there ? text.otherSettings : (here ?? text.notThere),
        changedBy: isTheirs ? "them" : isMine ? "me" : "both",
        ...(isTheirs && { note: text.takenBack }),
      };
    });
}

type Nodes = ReadonlyMap<string, unknown>;

function nodesOf(tree: LayoutTree): Nodes {
  const nodes = tree.children.flatMap((node): AnyNode[] => [node, ...membersOf(node)]);
  return new Map(
    nodes.map((node) => [
      node.id,
      node.type === "group" ? { ...node, children: node.children.map(({ id }) => id) } : node,
    ]),
  );
}
