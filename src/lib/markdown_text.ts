import { renderMarkdown } from "./markdown.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** What was written in Markdown, in one line without its marks: for lists and calendars. */
export function markdownText(text: string): string {
  return renderMarkdown(text)
    .replace(/<\/(?:p|li|h[1-6]|blockquote|pre)>|<br>|<hr>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
}
