import { type Accessor, createSignal, onCleanup } from "solid-js";
import { COLUMNS } from "../../../../src/domain/page/layout.ts";
import { type AnyNode, gridOf, membersOf } from "../../../../src/domain/page/layout_edit.ts";
import type { LayoutTree } from "../../../../src/schema/layout.ts";
import { type DrawnBlock, type Drop, type Edges, findDrop } from "./drop.ts";

const THRESHOLD = 5;
const EDGE = 64;
const SCROLL_STEP = 14;
const STACKED_WIDTH = 520;

interface MovingBlock {
  node: AnyNode;
  x: number;
  y: number;
  drop: Drop | null;
}

export interface Drag {
  moving: Accessor<MovingBlock | null>;
  begin: (event: PointerEvent, node: AnyNode) => void;
}

export function createDrag({
  canvas,
  tree,
  onDrop,
}: {
  canvas: () => HTMLElement | undefined;
  tree: Accessor<LayoutTree>;
  onDrop: (node: AnyNode, drop: Drop) => void;
}): Drag {
  const [moving, setMoving] = createSignal<MovingBlock | null>(null);
  let ends = new AbortController();
  onCleanup(() => ends.abort());

  function begin(event: PointerEvent, node: AnyNode): void {
    if (event.button !== 0) return;
    ends.abort();
    ends = new AbortController();
    const { signal } = ends;
    const start = { x: event.clientX, y: event.clientY };
    let last = start;
    let frame = 0;
    const grabbed = grabbedColumn(event, node);

    const show = () => {
      const box = canvas();
      if (box) setMoving({ node, ...last, drop: findDropIn(box, last, { node, grabbed, tree: tree() }) });
    };
    const scroll = () => {
      frame = 0;
      const { y } = last;
      const step = y < EDGE ? -SCROLL_STEP : y > window.innerHeight - EDGE ? SCROLL_STEP : 0;
      if (step === 0 || !moving()) return;
      window.scrollBy(0, step);
      show();
      frame = requestAnimationFrame(scroll);
    };
    const finish = () => {
      ends.abort();
      cancelAnimationFrame(frame);
      setMoving(null);
    };
    const onMove = (next: PointerEvent) => {
      last = { x: next.clientX, y: next.clientY };
      if (!moving() && Math.hypot(last.x - start.x, last.y - start.y) < THRESHOLD) return;
      show();
      if (frame === 0) frame = requestAnimationFrame(scroll);
    };
    const onUp = () => {
      const found = moving();
      finish();
      if (found?.drop) onDrop(node, found.drop);
    };
    const onKey = (key: KeyboardEvent) => {
      if (key.key !== "Escape" || !moving()) return;
      key.stopPropagation();
      finish();
    };
    window.addEventListener("pointermove", onMove, { signal });
    window.addEventListener("pointerup", onUp, { signal });
    window.addEventListener("pointercancel", finish, { signal });
    window.addEventListener("keydown", onKey, { signal, capture: true });
  }

  return { moving, begin };
}

function findDropIn(
  box: HTMLElement,
  at: { x: number; y: number },
  { node, grabbed, tree }: { node: AnyNode; grabbed: number; tree: LayoutTree },
): Drop | null {
  const edges = box.getBoundingClientRect();
  const isOver =
    at.x >= edges.left && at.x <= edges.right && at.y >= edges.top - EDGE && at.y <= edges.bottom + EDGE;
  if (!isOver) return null;
  const { width } = edges;
  return findDrop(
    { x: at.x - edges.left, y: at.y - edges.top },
    { drawn: measure(box, tree), width, node, grabbed, isStacked: width < STACKED_WIDTH },
  );
}

/** The block's own column under the pointer, which keeps the block from jumping. */
function grabbedColumn(event: PointerEvent, node: AnyNode): number {
  const block = (event.currentTarget as HTMLElement).closest<HTMLElement>("[data-block]");
  const w = node.grid?.w ?? COLUMNS;
  if (!block || block.dataset["block"] !== node.id || !node.grid) return 0;
  const { left, width } = block.getBoundingClientRect();
  return Math.min(w - 1, Math.floor(((event.clientX - left) / width) * w));
}

function measure(box: HTMLElement, tree: LayoutTree): DrawnBlock[] {
  const origin = box.getBoundingClientRect();
  const edgesOf = (element: Element): Edges => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return {
      left: left - origin.left,
      top: top - origin.top,
      right: right - origin.left,
      bottom: bottom - origin.top,
    };
  };
  const find = (id: string) => box.querySelector(`[data-block="${CSS.escape(id)}"]`);
  return tree.children.flatMap((node) => {
    const element = find(node.id);
    if (!element) return [];
    const block = { id: node.id, grid: gridOf(node), ...edgesOf(element) };
    const area = node.type === "group" ? element.querySelector("[data-members]") : null;
    if (!area) return [block];
    const members = membersOf(node).flatMap(({ id }) => {
      const member = find(id);
      return member ? [edgesOf(member)] : [];
    });
    return [{ ...block, inside: { area: edgesOf(area), members } }];
  });
}
