import { createEffect, createMemo, createSignal, on, onCleanup, onMount } from "solid-js";
import {
  type AnyNode,
  addNode,
  findNode,
  gridOf,
  membersOf,
  moveNode,
} from "../../../../src/domain/page/layout_edit.ts";
import { listChosen, removeNodes } from "../../../../src/domain/page/layout_many.ts";
import type { LayoutTree, PlaceableMonitor } from "../../../../src/schema/layout.ts";
import type { PublicPage } from "../../../../src/schema/public_page.ts";
import type { Take } from "../../../lib/edit.ts";
import { showToast } from "../../../ui/toast.ts";
import { getPublicPage, type StoredLayout } from "../../api/layout.ts";
import { text } from "../../text/page_builder.ts";
import { withMonitors } from "../preview/data.ts";
import { blockStyles, makeSheets } from "../preview/sheets.ts";
import type { PageLanguages } from "../words/page_languages.ts";
import { createBuilder } from "./builder.ts";
import { type BuilderContext, focusBlock } from "./context.ts";
import { createDrag } from "./drag.ts";
import { layOut, nameOf as nameNode } from "./kinds.ts";

const BLOCK_RULES = `:host{display:block;color:var(--svc-text);font:400 1rem/1.55 var(--sans)}
.block{display:block}.block>*{height:100%}`;
/** Public answers may be this old. */
const SETTLE_MS = 6000;

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
  const published = createMemo(() => withMonitors(page(), monitors));
  const sheets = createMemo(() => makeSheets(window, [...blockStyles(published().site), BLOCK_RULES]));
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

  const context: BuilderContext = {
    builder,
    drag,
    monitors,
    languages,
    page: published,
    sheets,
    nameOf,
    placeOf,
    tell,
    search,
    setSearch,
    lastAdded: () => builder.nodeOf(lastId()),
    add(node) {
      if (!builder.apply(addNode(builder.tree(), node))) return;
      setLastId(node.id);
      tell(text.told.added(nameOf(node)));
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
    if (!(await builder.save())) return;
    showToast(text.saved);
    clearTimeout(refresh);
    refresh = setTimeout(() => void showData(), SETTLE_MS);
  }
  function settle(whose: Take): void {
    builder.settle(whose);
    if (whose === "mine") void save();
  }
  let refresh: ReturnType<typeof setTimeout> | undefined;
  const leaving = new AbortController();
  onCleanup(() => {
    clearTimeout(refresh);
    leaving.abort();
  });

  /** What new monitors and charts have to show; without it they go on as they are. */
  async function showData(): Promise<void> {
    const found = await getPublicPage(leaving.signal).catch(() => null);
    if (found) setPage(found);
  }

  function placeAll(): void {
    builder.apply(layOut(monitors));
    tell(text.told.added(text.addMonitors));
  }

  return {
    context,
    published,
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
