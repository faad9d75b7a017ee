import { unescapeHtml } from "./escape_html.ts";
import { renderMarkdown } from "./markdown.ts";

/** What was written in Markdown, in one line without its marks: for lists and calendars. */
export function markdownText(text: string): string {
  const html = renderMarkdown(text)
    .replace(/<\/(?:p|li|h[1-6]|blockquote|pre)>|<br>|<hr>/g, " ")
    .replace(/<[^>]*>/g, "");
  return unescapeHtml(html).replace(/\s+/g, " ").trim();
}
