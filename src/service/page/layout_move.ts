import { guardVersion } from "../../data/version.ts";
import { EMPTY_LAYOUT } from "../../domain/page/layout.ts";
import { addNodes, listChosen, removeNodes } from "../../domain/page/layout_many.ts";
import { invalidField } from "../../lib/errors.ts";
import type { BlockMove, LayoutTree } from "../../schema/layout.ts";
import { pageChanged } from "../announce/page.ts";
import type { Context } from "../context.ts";
import { edit } from "../record/version.ts";
import { checkLayout, decideLayout, getLayout, layoutObject, loadLayout } from "./layout.ts";
import { onPage } from "./page.ts";

/** Both layouts change together: a block is never on both pages, nor on none. */
export async function moveBlocks(
  context: Context,
  { blocks, to, version }: BlockMove,
): Promise<{ tree: LayoutTree; version: number }> {
  if (to === context.page.key) throw invalidField("to", "Choose another page.");
  const ids = new Set(blocks);
  const target = await onPage(context, to);
  await edit(context, {
    object: layoutObject(context),
    version,
    load: async () => await loadLayout(context),
    decide: async ({ stored }) => {
      const before = stored?.tree ?? EMPTY_LAYOUT;
      const moved = listChosen(before, ids);
      if (moved.length === 0) throw invalidField("blocks", "None of these blocks is on the page.");
      const { tree: there, version: targetVersion } = await getLayout(target);
      const tree = await checkLayout(context, addNodes(there, moved));
      return [
        guardVersion(layoutObject(target), targetVersion),
        ...decideLayout(context, before, removeNodes(before, ids)),
        ...decideLayout(target, there, tree),
      ];
    },
  });
  await Promise.all([context, target].map(({ env, page }) => pageChanged(env, page)));
  return await getLayout(context);
}
