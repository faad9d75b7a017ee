import {
  type Accessor,
  createEffect,
  createMemo,
  createSignal,
  For,
  type JSX,
  on,
  onCleanup,
  onMount,
  untrack,
} from "solid-js";
import { findRow, stackHeights } from "./row_stack.ts";

const OVERSCAN = 8;
const STEP = 4;

/** Rows need known heights. The page scrolls, not the list. */
export function VirtualRows<T>(props: {
  items: readonly T[];
  heightOf: (item: T) => number;
  class: string;
  onShow?: (items: readonly T[]) => void;
  children: (item: T, index: Accessor<number>) => JSX.Element;
}) {
  let element!: HTMLTableSectionElement;
  let frame = 0;
  const tops = createMemo(() => stackHeights(props.items.map(props.heightOf)), [], {
    equals: (a, b) => a.length === b.length && a.every((top, at) => top === b[at]),
  });
  const [range, setRange] = createSignal(
    untrack(() => rangeBelow(0)),
    {
      equals: (a, b) => a.first === b.first && a.last === b.last,
    },
  );

  function rangeBelow(hidden: number): { first: number; last: number } {
    const first = Math.floor(findRow(tops(), hidden) / STEP) * STEP - OVERSCAN;
    const last = findRow(tops(), hidden + window.innerHeight) + STEP + OVERSCAN;
    return { first: Math.max(0, Math.min(first, props.items.length - 1)), last: Math.max(last, OVERSCAN) };
  }

  function measure(): void {
    frame = 0;
    setRange(rangeBelow(Math.max(0, -element.getBoundingClientRect().top)));
  }

  function ask(): void {
    if (frame === 0) frame = requestAnimationFrame(measure);
  }

  onMount(() => {
    ask();
    window.addEventListener("scroll", ask, { passive: true });
    window.addEventListener("resize", ask);
    onCleanup(() => {
      window.removeEventListener("scroll", ask);
      window.removeEventListener("resize", ask);
      cancelAnimationFrame(frame);
    });
  });
  createEffect(on(tops, ask, { defer: true }));

  const first = () => Math.min(range().first, Math.max(0, props.items.length - 1));
  const shown = createMemo(() => props.items.slice(first(), range().last));
  createEffect(() => props.onShow?.(shown()));
  return (
    <tbody
      ref={element}
      class={props.class}
      style={{
        height: `${tops().at(-1)}px`,
        "padding-top": `${tops()[first()] ?? 0}px`,
      }}
    >
      <For each={shown()}>{(item, at) => props.children(item, () => first() + at())}</For>
    </tbody>
  );
}
