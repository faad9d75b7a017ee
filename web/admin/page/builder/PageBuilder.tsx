import { createEffect, createMemo, createSignal, on, onCleanup, onMount, Show } from "solid-js";
import {
  type AnyNode,
  addNode,
  findNode,
  gridOf,
  membersOf,
  moveNode,
  removeNode,
} from "../../../../src/domain/page/layout_edit.ts";
import type { LayoutTree, PlaceableMonitor } from "../../../../src/schema/layout.ts";
import type { PublicPage } from "../../../../src/schema/public_page.ts";
import type { Take } from "../../../lib/edit.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { currentUser } from "../../../lib/session.ts";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { ConflictNotice } from "../../../ui/ConflictNotice.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { text as uiText } from "../../../ui/text.ts";
import { showToast } from "../../../ui/toast.ts";
import { getPublicPage, type StoredLayout } from "../../api/layout.ts";
import { mayUse } from "../../route/pages.ts";
import { text } from "../../text/page_builder.ts";
import { withLayout, withMonitors } from "../preview/data.ts";
import { PagePreview } from "../preview/PagePreview.tsx";
import { blockStyles, makeSheets } from "../preview/sheets.ts";
import { AddPanel } from "./AddPanel.tsx";
import { createBuilder } from "./builder.ts";
import { Canvas } from "./Canvas.tsx";
import { type BuilderContext, focusBlock, WorkshopProvider } from "./context.ts";
import { createDrag } from "./drag.ts";
import { layOut, nameOf as nameNode } from "./kinds.ts";
import { Properties } from "./Properties.tsx";
import "./page_builder.css";

const BLOCK_RULES = `:host{display:block;color:var(--svc-text);font:400 1rem/1.55 var(--sans)}
.block{display:block}.block>*{height:100%}`;
/** Public answers may be this old. */
const SETTLE_MS = 6000;
const MOST_NAMED = 8;
const VIEWS = (["edit", "preview"] as const).map((value) => ({ value, label: text.views[value] }));
const SIDES = [
  { value: "add", label: text.add },
  { value: "block", label: text.block },
] as const;

export function PageBuilder(props: {
  stored: StoredLayout;
  monitors: readonly PlaceableMonitor[];
  page: PublicPage;
}) {
  const { monitors } = props;
  const names = new Map(monitors.map(({ id, name }) => [id, name]));
  const nameOf = (node: AnyNode) => nameNode(node, (id) => names.get(id) ?? text.gone(id));
  /** For where two layouts are compared. */
  function describeBlock(tree: LayoutTree, id: string): string | undefined {
    const found = findNode(tree, id);
    return found ? placeIn(found) : undefined;
  }
  const builder = createBuilder(props.stored, describeBlock);
  const [page, setPage] = createSignal(props.page);
  const published = createMemo(() => withMonitors(page(), monitors));
  const sheets = createMemo(() => makeSheets(window, [...blockStyles(published().site), BLOCK_RULES]));
  const [told, setTold] = createSignal("");
  const [side, setSide] = createSignal<"add" | "block">("add");
  const [asked, setAsked] = createSignal<AnyNode>();
  let canvas: HTMLElement | undefined;

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

  function removeNow(id: string): void {
    const node = builder.nodeOf(id);
    if (!node) return;
    const order = builder.tree().children.map((one) => one.id);
    const next = order[order.indexOf(id) + 1] ?? order[order.indexOf(id) - 1];
    builder.apply(removeNode(builder.tree(), id));
    tell(text.told.removed(nameOf(node)));
    if (next) focusBlock(next);
  }

  const workshop: BuilderContext = {
    builder,
    drag,
    monitors,
    page: published,
    sheets,
    nameOf,
    placeOf,
    tell,
    add: (node) => take(node, addNode(builder.tree(), node), () => text.told.added(nameOf(node))),
    remove(id) {
      const node = builder.nodeOf(id);
      if (node && membersOf(node).length > 0) setAsked(node);
      else removeNow(id);
    },
    showProperties(id) {
      builder.select(id);
      setSide("block");
      queueMicrotask(() => document.getElementById("properties")?.focus());
    },
  };

  createEffect(on(builder.selectedId, (id) => setSide(id === null ? "add" : "block"), { defer: true }));

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

  const view = () => (queryOf("view") === "preview" ? "preview" : "edit");
  const isEmpty = () => builder.tree().children.length === 0;

  return (
    <WorkshopProvider value={workshop}>
      <PageHeader
        title={text.title}
        lead={`${text.lead} ${text.publishes}`}
        actions={
          <div class="row">
            <Button icon="undo" label={text.undo} disabled={!builder.canUndo()} onClick={undo} />
            <Button icon="redo" label={text.redo} disabled={!builder.canRedo()} onClick={redo} />
            <Button
              variant="primary"
              isBusy={builder.isBusy()}
              disabled={!builder.isDirty()}
              onClick={() => void save()}
            >
              {text.save}
            </Button>
          </div>
        }
      />
      <LeaveGuard isDirty={builder.isDirty} />
      <div class="stack">
        <Show when={builder.isRestored}>
          <Notice tone="info">
            <p>{uiText.restored}</p>
          </Notice>
        </Show>
        <Show when={builder.conflict()}>
          {(conflict) => <ConflictNotice conflict={conflict()} isBusy={builder.isBusy()} onTake={settle} />}
        </Show>
        <Show when={builder.error()}>
          {(error) => (
            <Notice tone="bad" isSummary>
              <p>
                <strong>{text.problems.title}</strong>{" "}
                {error().problems.length > 0 ? text.problems.count(error().problems.length) : error().message}
              </p>
            </Notice>
          )}
        </Show>
        <div class="row row--spread">
          <Segments
            legend={text.view}
            value={view()}
            options={VIEWS}
            onChange={(next) => setQuery({ view: next === "edit" ? "" : next })}
          />
          <span class="row small soft">
            {builder.isDirty() ? text.unsaved : text.allSaved}
            <a href="/" target="_blank" rel="noopener">
              {text.open}
            </a>
          </span>
        </div>
        <Show
          when={view() === "edit"}
          fallback={
            <div class="stack stack--tight">
              <PagePreview page={withLayout(published(), builder.tree())} />
              <p class="small soft">{text.previewNote}</p>
            </div>
          }
        >
          <div class="builder">
            <Show
              when={!isEmpty()}
              fallback={
                <div class="card" ref={(element) => (canvas = element)}>
                  <EmptyState icon="layout" title={text.empty.title}>
                    <p>{monitors.length > 0 ? text.empty.lead : text.empty.noMonitors}</p>
                    <Show
                      when={monitors.length > 0}
                      fallback={
                        <Show when={mayUse(currentUser().role, "monitors")}>
                          <ButtonLink variant="primary" icon="plus" href="/admin/monitors/new">
                            {text.empty.addMonitor}
                          </ButtonLink>
                        </Show>
                      }
                    >
                      <Button variant="primary" icon="plus" onClick={placeAll}>
                        {text.empty.action(monitors.length)}
                      </Button>
                    </Show>
                  </EmptyState>
                </div>
              }
            >
              <Canvas onReady={(element) => (canvas = element)} />
            </Show>
            <aside class="builder__side card card__body stack" aria-label={text.side}>
              <Segments legend={text.side} value={side()} options={SIDES} onChange={setSide} />
              <Show when={side() === "block"} fallback={<AddPanel />}>
                <Show
                  when={builder.selectedId()}
                  keyed
                  fallback={<p class="small soft">{text.nothingChosen}</p>}
                >
                  {(id) => <Properties id={id} />}
                </Show>
              </Show>
            </aside>
          </div>
        </Show>
      </div>
      <p class="visually-hidden" role="status">
        {told()}
      </p>
      <Show when={asked()}>
        {(node) => (
          <ConfirmDialog
            title={text.removeGroup(labelOf(node()))}
            lead={`${text.removeGroupLead(membersOf(node()).length)} ${text.removeGroupAgain}`}
            ends={membersOf(node()).map(nameOf).slice(0, MOST_NAMED)}
            confirm={text.remove}
            onClose={() => setAsked(undefined)}
            onConfirm={async () => {
              const { id } = node();
              setAsked(undefined);
              removeNow(id);
            }}
          />
        )}
      </Show>
    </WorkshopProvider>
  );
}

function labelOf(node: AnyNode): string {
  return node.type === "group" ? node.label : "";
}
