import type { JSX } from "solid-js";
import { renderMarkdown } from "../../../src/lib/markdown.ts";
import type { TextNode } from "../../../src/schema/layout.ts";

export function TextBlock(props: { node: TextNode }): JSX.Element {
  return (
    <div class="svc-text-block prose" innerHTML={renderMarkdown(props.node.markdown, { firstHeading: 2 })} />
  );
}
