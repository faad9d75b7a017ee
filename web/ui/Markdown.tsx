import { renderMarkdown } from "../../src/lib/markdown.ts";

export function Markdown(props: { text: string }) {
  // Safe: the renderer writes every tag itself and escapes all text.
  return <div class="prose break" innerHTML={renderMarkdown(props.text)} />;
}
