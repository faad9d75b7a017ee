import { createEffect, onCleanup, onMount, Show } from "solid-js";
import { render } from "solid-js/web";
import type { AnyNode } from "../../../../src/domain/page/layout_edit.ts";
import type { LayoutNode } from "../../../../src/schema/layout.ts";
import { Block } from "../../../status/blocks/Blocks.tsx";
import { MonitorCard } from "../../../status/blocks/MonitorCard.tsx";
import { StatusPageProvider } from "../../../status/page_context.tsx";
import { useBuilder } from "./context.ts";

const NEAR = "800px";

/** A shadow root keeps the panel's styles and the page's apart. */
export function RealBlock(props: { node: AnyNode; isMember: boolean }) {
  const { page, sheets, nameOf } = useBuilder();
  /** A new monitor's data takes a moment: until then the block has its name and no made-up status. */
  const isKnown = (node: AnyNode) =>
    !("monitorId" in node) || page().monitors.some(({ id }) => id === node.monitorId);
  let host!: HTMLDivElement;
  let dispose = () => {};
  onCleanup(() => dispose());

  onMount(() => {
    const root = host.attachShadow({ mode: "open" });
    createEffect(() => {
      root.adoptedStyleSheets = sheets();
    });
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        host.classList.add("built__real--drawn");
        draw(root);
      },
      { rootMargin: NEAR },
    );
    observer.observe(host);
    onCleanup(() => observer.disconnect());
  });

  function draw(root: ShadowRoot): void {
    const options = { path: "/", origin: window.location.origin };
    dispose = render(
      () => (
        <StatusPageProvider page={page} isStale={() => false} isLocal options={options}>
          <div class="block">
            <Show when={isKnown(props.node)} fallback={nameOf(props.node)}>
              <Show when={props.node} keyed>
                {(node) =>
                  props.isMember && node.type === "monitor" ? (
                    <MonitorCard node={node} isMember />
                  ) : (
                    <Block node={node as LayoutNode} />
                  )
                }
              </Show>
            </Show>
          </div>
        </StatusPageProvider>
      ),
      root,
    );
  }

  return <div ref={host} class="built__real" aria-hidden="true" inert />;
}
