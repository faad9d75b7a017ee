import { renderMarkdown } from "../../src/lib/markdown.ts";

/** What was written, as the status page shows it. */
export function Markdown(props: { text: string }) {
  // The renderer writes every tag itself and escapes every text.
  return <div class="prose break" innerHTML={renderMarkdown(props.text)} />;
}
