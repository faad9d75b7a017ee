import { createEffect, For, type JSX, Show } from "solid-js";
import { tip } from "./tip.ts";

const MARGIN = 8;

/** What it says is also the value of what it points at, so it is for eyes only. */
export function Tooltip(): JSX.Element {
  let box!: HTMLDivElement;
  createEffect(() => {
    const shown = tip();
    if (!shown) return;
    const at = shown.anchor.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const right = document.documentElement.clientWidth - width - MARGIN;
    const left = Math.max(MARGIN, Math.min(right, at.left + at.width / 2 - width / 2));
    const above = at.top - height - MARGIN;
    box.style.transform = `translate(${left}px,${above < MARGIN ? at.bottom + MARGIN : above}px)`;
  });
  return (
    <div ref={box} class="svc-chart-tooltip tip" classList={{ on: tip() !== null }} aria-hidden="true">
      <Show when={tip()}>
        {(shown) => (
          <>
            <strong>{shown().lines[0]}</strong>
            <For each={shown().lines.slice(1)}>{(line) => <span>{line}</span>}</For>
          </>
        )}
      </Show>
    </div>
  );
}
