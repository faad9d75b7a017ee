import { linkOf } from "./page_report.ts";

const MOST_ITEMS = 1000;
const LONGEST_ITEM = 20_000;

export interface FeedItem {
  title: string;
  url: string;
  /** With its markup, which separates the updates. */
  body: string;
  words: string;
  at: number;
}

export function listItems(text: string, pageUrl: string): FeedItem[] | null {
  if (!/<(rss|feed|rdf:RDF)[\s>]/i.test(text.slice(0, 4000))) return null;
  return cutItems(text).map((item) => readItem(item, pageUrl));
}

function cutItems(text: string): string[] {
  const items: string[] = [];
  const lower = text.toLowerCase();
  const tag = findOpening(lower, "<item", 0) < 0 ? "entry" : "item";
  for (let at = 0; items.length < MOST_ITEMS; ) {
    const start = findOpening(lower, `<${tag}`, at);
    const end = start < 0 ? -1 : lower.indexOf(`</${tag}>`, start);
    if (end < 0) break;
    items.push(text.slice(start, Math.min(end, start + LONGEST_ITEM)));
    at = end;
  }
  return items;
}

function findOpening(lower: string, tag: string, from: number): number {
  let at = lower.indexOf(tag, from);
  while (at >= 0 && !/[\s>/]/.test(lower[at + tag.length] ?? "")) at = lower.indexOf(tag, at + 1);
  return at;
}

function readItem(item: string, pageUrl: string): FeedItem {
  const lower = item.toLowerCase();
  const elementOf = (tag: string) => readElement(item, lower, tag);
  const title = toText(elementOf("title"));
  const body = decode(
    elementOf("description") || elementOf("content:encoded") || elementOf("content") || elementOf("summary"),
  );
  const dates = ["updated", "pubdate", "published", "dc:date"].map((tag) => Date.parse(elementOf(tag)));
  const href = /<link[^>]{1,500}?href\s{0,5}=\s{0,5}["']([^"']{1,2000})/i.exec(item)?.[1] ?? "";
  return {
    title,
    url: linkOf(decode(elementOf("link") || href), pageUrl),
    body,
    words: `${title} ${toText(body)}`,
    at: Math.max(0, ...dates.filter(Number.isFinite)),
  };
}

function readElement(item: string, lower: string, tag: string): string {
  const start = findOpening(lower, `<${tag}`, 0);
  const open = start < 0 ? -1 : lower.indexOf(">", start);
  if (open < 0 || lower[open - 1] === "/") return "";
  const end = lower.indexOf(`</${tag}>`, open);
  const inner = end < 0 ? "" : item.slice(open + 1, end).trim();
  return inner.startsWith("<![CDATA[") ? inner.slice(9, inner.endsWith("]]>") ? -3 : undefined) : inner;
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  amp: "&",
};

function decode(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|nbsp|amp|#\d{1,7}|#x[\da-f]{1,6});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function toText(markup: string): string {
  return decode(decode(markup).replace(/<[^<>]{0,2000}>/g, " "))
    .replaceAll(/\s+/g, " ")
    .trim();
}
