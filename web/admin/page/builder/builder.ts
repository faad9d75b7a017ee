import { type Accessor, batch, createMemo, createSignal } from "solid-js";
import { type AnyNode, findNode, membersOf } from "../../../../src/domain/page/layout_edit.ts";
import type { LayoutTree } from "../../../../src/schema/layout.ts";
import { ApiError } from "../../../lib/api.ts";
import type { Side } from "../../../lib/edit.ts";
import { moveBlocks, type StoredLayout } from "../../api/layout.ts";
import { text } from "../../text/page_builder.ts";
import type { BlockNames } from "./block_names.ts";
import { createEditedLayout } from "./edited_layout.ts";
import { listSamples } from "./kinds.ts";
import { createSelection } from "./selection.ts";
import { createUndoHistory } from "./undo_history.ts";

export type Builder = ReturnType<typeof createBuilder>;

export function createBuilder(stored: StoredLayout, { nameOf, describe }: BlockNames) {
  const layout = createEditedLayout(stored, describe);
  const { tree, isDirty, isBusy, isRestored, conflict } = layout;
  const { keepOnly, ...selection } = createSelection();
  const { change, ...history } = createUndoHistory(tree, show);
  const samples = createSampleCheck(tree, nameOf);

  const byId = createMemo(() => {
    const nodes = tree().children.flatMap((node): AnyNode[] => [node, ...membersOf(node)]);
    return new Map(nodes.map((node) => [node.id, node]));
  });

  function show(next: LayoutTree): void {
    layout.setTree(next);
    keepOnly((id) => findNode(next, id) !== null);
  }

  function apply(next: LayoutTree, { key = "" }: { key?: string } = {}): boolean {
    const before = tree();
    if (next === before || JSON.stringify(next) === JSON.stringify(before)) return false;
    change(next, key);
    return true;
  }

  return {
    ...selection,
    ...history,
    tree,
    isDirty,
    isBusy,
    isRestored,
    conflict,
    nodeOf: (id: string) => byId().get(id),
    apply,
    async save(): Promise<boolean> {
      if (isBusy()) return false;
      const sample = samples.findFirst();
      if (sample) selection.select(sample.id);
      return sample === undefined && (await layout.save());
    },
    resolveConflict(take: Side): void {
      batch(() => {
        const theirs = layout.acceptTheirs();
        if (theirs && take === "theirs") apply(theirs);
      });
    },
    /** Publishes both pages at once, so it needs a page without unpublished changes. */
    async moveToPage(ids: readonly string[], to: string): Promise<void> {
      const left = await moveBlocks({ blocks: [...ids], to, ...layout.published.versionRead() });
      batch(() => {
        layout.published.take(left);
        show(left.tree);
      });
    },
    error: () => samples.error() ?? layout.error(),
    problemOf: (id: string, setting = "") =>
      samples.isSample(id) && (setting === "" || setting === "markdown")
        ? text.problems.unread
        : layout.problemOf(id, setting),
  };
}

/** Sample texts can't be published; they are marked from the first attempt on. */
function createSampleCheck(tree: Accessor<LayoutTree>, nameOf: BlockNames["nameOf"]) {
  const [isRefused, setIsRefused] = createSignal(false);
  const samples = createMemo(() => (isRefused() ? listSamples(tree()) : []));
  return {
    findFirst() {
      const [sample] = listSamples(tree());
      setIsRefused(sample !== undefined);
      return sample;
    },
    isSample: (id: string) => samples().some((node) => node.id === id),
    error: () =>
      samples().length > 0
        ? new ApiError(400, { error: text.problems.sample(samples().map(nameOf)) })
        : undefined,
  };
}
