import { type Accessor, createEffect, createSignal, on } from "solid-js";
import type { PlaceableMonitor } from "../../../../src/schema/layout.ts";
import type { Page } from "../../../../src/schema/page.ts";
import type { PublicPage } from "../../../../src/schema/public_page.ts";
import type { Side } from "../../../lib/edit.ts";
import { showToast } from "../../../ui/toast.ts";
import type { StoredLayout } from "../../api/layout.ts";
import { text } from "../../text/page_builder.ts";
import type { PageLanguages } from "../words/page_languages.ts";
import { createBlockData } from "./block_data.ts";
import { createBlockEdits } from "./block_edits.ts";
import { createBlockNames } from "./block_names.ts";
import { createBuilder } from "./builder.ts";
import { type BuilderContext, focusBlock } from "./context.ts";
import { createDrag } from "./drag.ts";
import { layOut } from "./kinds.ts";
import { listenForUndoKeys } from "./undo_keys.ts";

interface BuilderStateOptions {
  stored: StoredLayout;
  monitors: readonly PlaceableMonitor[];
  firstPage: PublicPage;
  languages: PageLanguages;
  otherPages: Accessor<readonly Page[]>;
}

export function createBuilderState(options: BuilderStateOptions) {
  const { stored, monitors, firstPage, languages, otherPages } = options;
  const names = createBlockNames(monitors);
  const { nameOf } = names;
  const builder = createBuilder(stored, names);
  const { page, sheets, refresh } = createBlockData(builder.tree, firstPage);
  const [announcement, announce] = createAnnouncement();
  const [side, setSide] = createSignal<"add" | "block">("add");
  const [search, setSearch] = createSignal("");
  let canvas: HTMLElement | undefined;
  const setCanvas = (element: HTMLElement) => {
    canvas = element;
  };

  const placeOf = (id: string) => names.describe(builder.tree(), id) ?? "";
  const edits = createBlockEdits(builder, { nameOf, placeOf, announce });
  const { groupChosen, lastAdded, add, remove, removeNow, toConfirm, setToConfirm } = edits;
  const drag = createDrag({ canvas: () => canvas, tree: builder.tree, onDrop: edits.drop });

  function showProperties(id: string): void {
    builder.select(id);
    setSide("block");
    queueMicrotask(() => document.getElementById("properties")?.focus());
  }
  createEffect(on(builder.chosen, (chosen) => setSide(chosen.size === 0 ? "add" : "block"), { defer: true }));

  const undo = () => builder.undo() && announce(text.undone);
  const redo = () => builder.redo() && announce(text.redone);
  listenForUndoKeys({ undo, redo });

  async function save(): Promise<void> {
    if (await builder.save()) showToast(text.saved);
  }
  function resolveConflict(take: Side): void {
    builder.resolveConflict(take);
    if (take === "mine") void save();
  }
  function placeAll(): void {
    builder.apply(layOut(monitors));
    announce(text.announced.added(text.addMonitors));
    focusBlock(builder.tree().children[0]?.id ?? "");
  }

  const shared = { builder, drag, monitors, languages, otherPages, page, sheets, nameOf, placeOf, announce };
  const added = { search, setSearch, lastAdded, groupChosen, add, remove, showProperties };
  const context: BuilderContext = { ...shared, ...added };
  const shown = { context, page, refresh, announcement, side, setSide, toConfirm, setToConfirm };
  return { ...shown, removeNow, undo, redo, save, resolveConflict, placeAll, setCanvas };
}

export type BuilderState = ReturnType<typeof createBuilderState>;

/** Screen readers skip a text that doesn't change, so a repeated one gets a space. */
function createAnnouncement() {
  const [sentence, setSentence] = createSignal("");
  const announce = (next: string) => void setSentence((last) => (last === next ? `${next}\u00a0` : next));
  return [sentence, announce] as const;
}
