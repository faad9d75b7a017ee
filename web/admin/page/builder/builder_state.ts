import { createEffect, createMemo, createSignal, on, onCleanup, onMount } from "solid-js";
import {
  type AnyNode,
  addNode,
  canBeMember,
  findNode,
  gridOf,
  membersOf,
  moveNode,
} from "../../../../src/domain/page/layout_edit.ts";
import { listChosen, removeNodes } from "../../../../src/domain/page/layout_many.ts";
import type { LayoutTree, PlaceableMonitor } from "../../../../src/schema/layout.ts";
import type { PublicPage } from "../../../../src/schema/public_page.ts";
import { now } from "../../../lib/clock.ts";
import type { Side } from "../../../lib/edit.ts";
import { createLoad } from "../../../lib/load.ts";
import { showToast } from "../../../ui/toast.ts";
import { previewLayout, type StoredLayout } from "../../api/layout.ts";
import { text } from "../../text/page_builder.ts";
import { dataOf } from "../preview/data.ts";
import { blockStyles, makeSheets } from "../preview/sheets.ts";
import type { PageLanguages } from "../words/page_languages.ts";
import { createBuilder } from "./builder.ts";
import { type BuilderContext, focusBlock } from "./context.ts";
import { createDrag } from "./drag.ts";
import { layOut, nameOf as nameNode } from "./kinds.ts";

const BLOCK_RULES = `:host{display:block;color:var(--svc-text);font:400 1rem/1.55 var(--sans)}
.block{display:block}.block>*{height:100%}`;
/** Statuses go on while somebody builds. */
const AGAIN_MS = 20_000;

interface BuilderStateOptions {
  stored: StoredLayout;
  monitors: readonly PlaceableMonitor[];
  firstPage: PublicPage;
  languages: PageLanguages;
}

/** Everything the builder knows and does; its parts show it. */
export function createBuilderState({ stored, monitors, firstPage, languages }: BuilderStateOptions) {
  const names = new Map(monitors.map(({ id, name }) => [id, name]));
  const nameOf = (node: AnyNode) => nameNode(node, (id) => names.get(id) ?? text.gone(id));
  /** For where two layouts are compared. */
  function describeBlock(tree: LayoutTree, id: string): string | undefined {
    const found = findNode(tree, id);
    return found ? placeIn(found) : undefined;
  }
  const builder = createBuilder(stored, { describe: describeBlock, nameOf });
  const [page, setPage] = createSignal(firstPage);
  const shown = createMemo(() => JSON.stringify(dataOf(builder.tree())));
  const data = createLoad(
    async (signal, tree) => await previewLayout(signal, JSON.parse(tree) as LayoutTree),
    shown,
  );
  createEffect(() => {
    const found = data.data();
    if (found) setPage(found);
  });
  createEffect(
    on(now, (at) => at - data.loadedAt() >= AGAIN_MS && !data.isLoading() && data.reload(), { defer: true }),
  );
  const sheets = createMemo(() => makeSheets(window, [...blockStyles(page().site), BLOCK_RULES]));
  const [told, setTold] = createSignal("");
  const [side, setSide] = createSignal<"add" | "block">("add");
  const [asked, setAsked] = createSignal<readonly AnyNode[]>();
  const [search, setSearch] = createSignal("");
  const [lastId, setLastId] = createSignal("");
  let canvas: HTMLElement | undefined;
  const setCanvas = (element: HTMLElement) => {
    canvas = element;
  };

  const tell = (sentence: string) =>
    setTold((before) => (before === sentence ? `${sentence}\u00a0` : sentence));

  function placeOf(id: string): string {
    const found = findNode(builder.tree(), id);
    return found ? placeIn(found) : "";
  }

  function placeIn({ node, group, index }: NonNullable<ReturnType<typeof findNode>>): string {
    if (group) return text.whereIn(nameOf(node), group.label, index + 1, group.children.length);
    const { x, w } = gridOf(node);
    return text.where(nameOf(node), x, w);
  }

  function take(node: AnyNode, next: LayoutTree, sentence: (place: string) => string): void {
    if (!builder.apply(next)) return;
    builder.select(node.id);
    tell(sentence(placeOf(node.id)));
    focusBlock(node.id);
  }

  const drag = createDrag({
    canvas: () => canvas,
    tree: builder.tree,
    onDrop(node, { spot }) {
      const isNew = builder.nodeOf(node.id) === undefined;
      const tree = builder.tree();
      if (isNew) take(node, addNode(tree, node, spot), () => text.told.added(nameOf(node)));
      else take(node, moveNode(tree, node.id, spot), text.told.moved);
    },
  });

  function removeNow(nodes: readonly AnyNode[]): void {
    const ids = new Set(nodes.map(({ id }) => id));
    const order = builder.tree().children.map(({ id }) => id);
    const from = order.findIndex((id) => ids.has(id));
    const stays = (id: string) => !ids.has(id);
    const next =
      order.slice(Math.max(0, from)).find(stays) ?? order.slice(0, Math.max(0, from)).findLast(stays);
    builder.apply(removeNodes(builder.tree(), ids));
    const [only] = nodes;
    tell(nodes.length === 1 && only ? text.told.removed(nameOf(only)) : text.many.told.removed(nodes.length));
    if (next) focusBlock(next);
  }

  /** What is chosen, or what it stands in: monitors and texts are added there. */
  const groupChosen = createMemo(() => {
    const found = findNode(builder.tree(), builder.selectedId() ?? "");
    return found?.node.type === "group" ? found.node : (found?.group ?? null);
  });

  const context: BuilderContext = {
    builder,
    drag,
    monitors,
    languages,
    page,
    sheets,
    nameOf,
    placeOf,
    tell,
    search,
    setSearch,
    lastAdded: () => builder.nodeOf(lastId()),
    groupChosen,
    add(node) {
      const group = canBeMember(node) ? groupChosen() : null;
      const spot = group ? { groupId: group.id, index: group.children.length } : undefined;
      if (!builder.apply(addNode(builder.tree(), node, spot))) return;
      setLastId(node.id);
      tell(text.told.added(group ? placeOf(node.id) : nameOf(node)));
    },
    remove(ids) {
      const nodes = listChosen(builder.tree(), new Set(ids));
      if (nodes.some((node) => membersOf(node).length > 0)) setAsked(nodes);
      else removeNow(nodes);
    },
    showProperties(id) {
      builder.select(id);
      setSide("block");
      queueMicrotask(() => document.getElementById("properties")?.focus());
    },
  };

  createEffect(on(builder.chosen, (chosen) => setSide(chosen.size === 0 ? "add" : "block"), { defer: true }));

  const travel = (isDone: boolean, sentence: string) => isDone && tell(sentence);
  const undo = () => travel(builder.undo(), text.undone);
  const redo = () => travel(builder.redo(), text.redone);

  /** In a field the keys take back what was typed there, as everywhere. */
  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if ((event.target as Element).closest("input, textarea, select, dialog")) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) redo();
    else undo();
  }
  onMount(() => document.addEventListener("keydown", onKeyDown));
  onCleanup(() => document.removeEventListener("keydown", onKeyDown));

  async function save(): Promise<void> {
    if (await builder.save()) showToast(text.saved);
  }
  function settle(whose: Side): void {
    builder.settle(whose);
    if (whose === "mine") void save();
  }

  function placeAll(): void {
    builder.apply(layOut(monitors));
    tell(text.told.added(text.addMonitors));
  }

  return {
    context,
    page,
    refresh: data.reload,
    told,
    side,
    setSide,
    asked,
    setAsked,
    removeNow,
    undo,
    redo,
    save,
    settle,
    placeAll,
    setCanvas,
  };
}

export type BuilderState = ReturnType<typeof createBuilderState>;
