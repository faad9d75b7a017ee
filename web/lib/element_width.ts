import { type Accessor, createSignal, onCleanup, onMount } from "solid-js";

export function createElementWidth(element: () => HTMLElement, start: number): Accessor<number> {
  const [width, setWidth] = createSignal(start);
  onMount(() => {
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element());
    onCleanup(() => observer.disconnect());
  });
  return width;
}
