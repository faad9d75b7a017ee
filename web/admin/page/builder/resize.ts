import { COLUMNS } from "../../../../src/domain/page/layout.ts";
import { resizeNode } from "../../../../src/domain/page/layout_edit.ts";
import type { Builder } from "./builder.ts";

interface Resized {
  id: string;
  element: HTMLElement;
  event: PointerEvent;
}

/** One key makes the whole drag one undo step. */
export function beginResize(builder: Builder, { id, element, event }: Resized): void {
  if (event.button !== 0) return;
  event.preventDefault();
  const ends = new AbortController();
  const key = `resize ${id} ${event.timeStamp}`;
  const { left } = element.getBoundingClientRect();
  const column = (element.parentElement?.getBoundingClientRect().width ?? 1) / COLUMNS;
  const resize = (next: PointerEvent) => {
    const w = Math.max(1, Math.round((next.clientX - left) / column));
    builder.apply(resizeNode(builder.tree(), id, w), { key });
  };
  builder.select(id);
  window.addEventListener("pointermove", resize, ends);
  for (const name of ["pointerup", "pointercancel"]) {
    window.addEventListener(name, () => ends.abort(), ends);
  }
}
