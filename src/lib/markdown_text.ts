import { unescapeHtml } from "./escape_html.ts";
import { renderMarkdown } from "./markdown.ts";

export function markdownText(text: string): string {
  const html = renderMarkdown(text)
    .replace(/<\/(?:p|li|h[1-6]|blockquote|pre)>|<br>|<hr>/g, " ")
    .replace(/<[^>]*>/g, "");
  return unescapeHtml(html).replace(/\s+/g, " ").trim();
}
