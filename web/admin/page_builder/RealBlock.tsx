import { type Accessor, createEffect, onCleanup, onMount, Show } from "solid-js";
import { render } from "solid-js/web";
import type { AnyNode } from "../../../src/domain/layout_edit.ts";
import type { LayoutNode } from "../../../src/schema/layout.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { Block } from "../../status/blocks/Blocks.tsx";
import { MonitorCard } from "../../status/blocks/MonitorCard.tsx";
import { MARKS } from "../../status/marks.ts";
import { StatusPageProvider } from "../../status/page_context.tsx";
import { blockStyles, makeSheets } from "../page_preview/sheets.ts";

const OWN_RULES = `:host{display:block;color:var(--svc-text);font:400 1rem/1.55 var(--sans)}
.block{display:block}.block>*{height:100%}`;

/** The block as visitors see it, in a tree of its own: the panel's styles and the page's never meet. */
export function RealBlock(props: { node: AnyNode; page: Accessor<PublicPage>; isMember: boolean }) {
  let host!: HTMLDivElement;
  onMount(() => {
    const root = host.attachShadow({ mode: "open" });
    const marks = document.createElement("div");
    marks.innerHTML = MARKS;
    createEffect(() => {
      root.adoptedStyleSheets = makeSheets(window, [...blockStyles(props.page().site), OWN_RULES]);
    });
    onCleanup(
      render(
        () => (
          <StatusPageProvider
            page={props.page}
            isStale={() => false}
            options={{ path: "/", origin: window.location.origin }}
          >
            <div class="block">
              <Show when={props.node} keyed>
                {(node) =>
                  props.isMember && node.type === "monitor" ? (
                    <MonitorCard node={node} isMember />
                  ) : (
                    <Block node={node as LayoutNode} />
                  )
                }
              </Show>
            </div>
          </StatusPageProvider>
        ),
        root,
      ),
    );
    root.append(marks);
  });
  return <div ref={host} class="built__real" aria-hidden="true" inert />;
}
