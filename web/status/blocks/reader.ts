import { createEffect, createSignal } from "solid-js";
import { hideTip, showTip } from "../parts/tip.ts";
import { stepOf } from "./step.ts";

interface ReaderOptions {
  isAlive: () => boolean;
  element: () => HTMLElement;
  count: () => number;
  /** Heading first. */
  linesOf: (index: number) => readonly string[];
  /** Marks the point, or with null the one before as chosen no more; answers what the tooltip stands at. */
  mark: (index: number | null) => Element | null;
}

/**
 * Makes a row of points readable one by one: by pointing, by touching, and with the arrow keys, where the point is also
 * the value that a screen reader says. Without JavaScript it stays the picture that the server wrote.
 */
export function makeReadable({ isAlive, element, count, linesOf, mark }: ReaderOptions): void {
  const [chosen, setChosen] = createSignal<number | null>(null);
  const last = () => count() - 1;

  const show = (index: number) => {
    const anchor = mark(index);
    if (!anchor) return;
    setChosen(index);
    showTip(anchor, linesOf(index));
  };
  const hide = () => {
    mark(null);
    setChosen(null);
    hideTip();
  };
  const aim = ({ clientX }: PointerEvent) => {
    const { left, width } = element().getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * count());
    show(Math.min(last(), Math.max(0, index)));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") return hide();
    const next = stepOf(event.key, { from: chosen() ?? last(), count: count() });
    if (next === null) return;
    event.preventDefault();
    show(next);
  };

  createEffect(() => {
    if (!isAlive()) return;
    const target = element();
    target.setAttribute("role", "slider");
    target.tabIndex = 0;
    target.addEventListener("pointermove", aim);
    target.addEventListener("pointerdown", aim);
    // A finger that was lifted has left too: what it touched stays to be read.
    target.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && hide());
    target.addEventListener("blur", hide);
    target.addEventListener("keydown", press);
    target.addEventListener("focus", () => target.matches(":focus-visible") && show(last()));
    createEffect(() => {
      const index = chosen() ?? last();
      target.setAttribute("aria-valuemin", "1");
      target.setAttribute("aria-valuemax", String(count()));
      target.setAttribute("aria-valuenow", String(index + 1));
      target.setAttribute("aria-valuetext", index < 0 ? "" : linesOf(index).join(" · "));
    });
  });
}
