import type { LayoutTree } from "../../schema/layout.ts";
import { type Translations, wordsIn } from "../incident/wording.ts";

export function localiseLayout(tree: LayoutTree, code: string): LayoutTree {
  if (!hasWords(tree)) return tree;
  const children = tree.children.map((node) => {
    const own = localiseNode(node, code);
    return own.type === "group"
      ? { ...own, children: own.children.map((child) => localiseNode(child, code)) }
      : own;
  });
  return { ...tree, children };
}

export function hasWords({ children }: LayoutTree): boolean {
  return children.some(
    (node) => isWorded(node) || (node.type === "group" && node.children.some((child) => isWorded(child))),
  );
}

function localiseNode<N extends object>(node: N, code: string): N {
  if (!isWorded(node)) return node;
  const worded = { ...node, ...wordsIn(node.locales ?? {}, code) };
  delete worded.locales;
  return worded;
}

function isWorded<N extends object>(node: N): node is N & { locales?: Translations<object> } {
  return "locales" in node && node.locales !== undefined;
}
