import { type Accessor, createEffect, createMemo, createSignal, on } from "solid-js";
import type { LayoutTree } from "../../../../src/schema/layout.ts";
import type { PublicPage } from "../../../../src/schema/public_page.ts";
import { now } from "../../../lib/clock.ts";
import { createLoad } from "../../../lib/load.ts";
import { previewLayout } from "../../api/layout.ts";
import { dataOf } from "../preview/data.ts";
import { blockStyles, makeSheets } from "../preview/sheets.ts";

const BLOCK_RULES = `:host{display:block;color:var(--svc-text);font:400 1rem/1.55 var(--sans)}
.block{display:block}.block>*{height:100%}`;
const REFRESH_MS = 20_000;

export function createBlockData(tree: Accessor<LayoutTree>, firstPage: PublicPage) {
  const [page, setPage] = createSignal(firstPage);
  const shown = createMemo(() => JSON.stringify(dataOf(tree())));
  const load = createLoad(
    async (signal, json) => await previewLayout(signal, JSON.parse(json) as LayoutTree),
    shown,
  );
  createEffect(() => {
    const found = load.data();
    if (found) setPage(found);
  });
  createEffect(
    on(now, (at) => at - load.loadedAt() >= REFRESH_MS && !load.isLoading() && load.reload(), {
      defer: true,
    }),
  );
  const sheets = createMemo(() => makeSheets(window, [...blockStyles(page().site), BLOCK_RULES]));
  return { page, sheets, refresh: load.reload };
}
