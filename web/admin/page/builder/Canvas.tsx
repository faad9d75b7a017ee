import { createMemo, For, Show } from "solid-js";
import type { PublicBranding } from "../../../../src/schema/public_page.ts";
import { arrangeBands } from "../../../status/bands.ts";
import { text } from "../../text/page_builder.ts";
import { BlockFrame } from "./BlockFrame.tsx";
import { useBuilder } from "./context.ts";

export function Canvas(props: { onReady: (element: HTMLElement) => void }) {
  const { builder, drag, nameOf, page } = useBuilder();
  const places = createMemo(() => {
    const found = new Map<string, { from: number; to: number }>();
    let above = 0;
    for (const { rows, blocks } of arrangeBands(builder.tree().children)) {
      for (const { node, from, to } of blocks) found.set(node.id, { from: above + from, to: above + to });
      above += rows;
    }
    return found;
  });
  const ids = createMemo(() => [...places().keys()]);
  return (
    <div class="canvas" style={ownColours(page().site)}>
      <p class="visually-hidden" id="help-block">
        {text.help}
      </p>
      <p class="visually-hidden" id="help-member">
        {text.memberHelp}
      </p>
      <ul ref={props.onReady} class="canvas__grid plain" aria-label={text.canvas}>
        <For each={ids()}>
          {(id) => <BlockFrame id={id} place={places().get(id) ?? { from: 1, to: 2 }} />}
        </For>
        <Show when={drag.moving()?.drop}>
          {(drop) => (
            <li
              class="canvas__line"
              aria-hidden="true"
              style={{
                left: `${drop().line.left}px`,
                top: `${drop().line.top}px`,
                width: `${drop().line.width}px`,
              }}
            />
          )}
        </Show>
      </ul>
      <Show when={drag.moving()}>
        {(moving) => (
          <div
            class="canvas__ghost"
            aria-hidden="true"
            style={{ transform: `translate(${moving().x + 12}px, ${moving().y + 12}px)` }}
          >
            {nameOf(moving().node)}
          </div>
        )}
      </Show>
    </div>
  );
}

/** Custom colours ignore the panel's theme; without them the page follows light and dark. */
function ownColours({ enabled, colors }: PublicBranding): Record<string, string | undefined> {
  if (!enabled) return {};
  return {
    "--canvas": colors["--svc-bg"],
    "--canvas-card": colors["--svc-card-bg"],
    "--canvas-line": colors["--svc-card-border"],
    "--canvas-ink": colors["--svc-text"],
  };
}
