const TAGS = new Set([
  "b",
  "strong",
  "i",
  "em",
  "u",
  "ins",
  "s",
  "strike",
  "del",
  "code",
  "pre",
  "a",
  "blockquote",
  "tg-spoiler",
]);
const TAG = /<(\/?)([a-z-]+)((?:\s+[a-z]+="[^"<>]*")*)\s*>/g;
const ENTITY = /&(?:lt|gt|amp|quot|#\d{1,7}|#x[\da-f]{1,6});/gi;

export function isTelegramHtml(text: string): boolean {
  const open: string[] = [];
  for (const [, slash, name = "", attributes = ""] of text.matchAll(TAG)) {
    if (!TAGS.has(name) || (slash && attributes !== "")) return false;
    if (!slash) open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0 && !/[<>&]/.test(text.replace(TAG, "").replace(ENTITY, ""));
}
