import { type Accessor, createEffect, createSignal, For, type JSX, on, onCleanup, onMount } from "solid-js";

/** Rows that are there above and below what is seen, so that scrolling and tabbing find them. */
const OVERSCAN = 8;
/** The window moves in steps, so that not every pixel of scrolling asks for rows. */
const STEP = 4;

/** The body of a table with thousands of rows of one height, of which only those near the view exist. The page scrolls, not the list. */
export function VirtualRows<T>(props: {
  items: readonly T[];
  rowHeight: number;
  class: string;
  children: (item: T, index: Accessor<number>) => JSX.Element;
}) {
  let element!: HTMLTableSectionElement;
  let frame = 0;
  const [range, setRange] = createSignal(
    { first: 0, last: 40 },
    { equals: (a, b) => a.first === b.first && a.last === b.last },
  );

  function measure(): void {
    frame = 0;
    const hidden = Math.max(0, -element.getBoundingClientRect().top);
    const first = Math.floor(hidden / props.rowHeight / STEP) * STEP - OVERSCAN;
    const last = first + Math.ceil(window.innerHeight / props.rowHeight) + STEP + 2 * OVERSCAN;
    setRange({ first: Math.max(0, Math.min(first, props.items.length - 1)), last: Math.max(last, OVERSCAN) });
  }

  function ask(): void {
    if (frame === 0) frame = requestAnimationFrame(measure);
  }

  onMount(() => {
    measure();
    window.addEventListener("scroll", ask, { passive: true });
    window.addEventListener("resize", ask);
    onCleanup(() => {
      window.removeEventListener("scroll", ask);
      window.removeEventListener("resize", ask);
      cancelAnimationFrame(frame);
    });
  });
  createEffect(on(() => [props.items, props.rowHeight], ask, { defer: true }));

  const first = () => Math.min(range().first, Math.max(0, props.items.length - 1));
  return (
    <tbody
      ref={element}
      class={props.class}
      style={{
        height: `${props.items.length * props.rowHeight}px`,
        "padding-top": `${first() * props.rowHeight}px`,
      }}
    >
      <For each={props.items.slice(first(), range().last)}>
        {(item, at) => props.children(item, () => first() + at())}
      </For>
    </tbody>
  );
}
