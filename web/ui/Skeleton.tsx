import { For } from "solid-js";
import { text } from "./text.ts";

export function Skeleton(props: { lines?: number }) {
  return (
    <div class="skeleton" role="status">
      <For each={Array.from({ length: props.lines ?? 6 })}>{() => <span aria-hidden="true" />}</For>
      <p class="visually-hidden">{text.loading}</p>
    </div>
  );
}
