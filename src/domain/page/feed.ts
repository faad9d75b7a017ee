import { escapeHtml } from "../../lib/escape_html.ts";

export interface FeedEntry {
  id: string;
  url: string;
  title: string;
  publishedAt: string;
  updatedAt: string;
  html: string;
  categories: readonly string[];
}

export interface Feed {
  title: string;
  description: string;
  language: string;
  url: string;
  selfUrl: string;
  entries: readonly FeedEntry[];
}

const TTL_MINUTES = 1;
/** An empty feed must not seem to change. */
const NEVER = "2000-01-01T00:00:00.000Z";
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML can't hold, or should not.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

export function writeRss({ title, description, language, url, selfUrl, entries }: Feed): string {
  const items = entries.map(
    (entry) => `
    <item>
      <title>${xml(entry.title)}</title>
      <link>${xml(entry.url)}</link>
      <guid isPermaLink="${entry.id === entry.url}">${xml(entry.id)}</guid>
      <pubDate>${toRfc822(entry.publishedAt)}</pubDate>${entry.categories
        .map((category) => `\n      <category>${xml(category)}</category>`)
        .join("")}
      <description>${xml(entry.html)}</description>
    </item>`,
  );
  const newest = newestOf(entries);
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${xml(title)}</title>
    <link>${xml(url)}</link>
    <description>${xml(description)}</description>
    <language>${xml(language)}</language>${newest ? `\n    <lastBuildDate>${toRfc822(newest)}</lastBuildDate>` : ""}
    <generator>Uptide</generator>
    <ttl>${TTL_MINUTES}</ttl>
    <atom:link href="${xml(selfUrl)}" rel="self" type="application/rss+xml"/>${items.join("")}
  </channel>
</rss>
`;
}

export function writeAtom({ title, description, language, url, selfUrl, entries }: Feed): string {
  const items = entries.map(
    (entry) => `
  <entry>
    <id>${xml(entry.id)}</id>
    <title>${xml(entry.title)}</title>
    <link rel="alternate" type="text/html" href="${xml(entry.url)}"/>
    <published>${entry.publishedAt}</published>
    <updated>${entry.updatedAt}</updated>${entry.categories
      .map((category) => `\n    <category term="${xml(category)}"/>`)
      .join("")}
    <content type="html">${xml(entry.html)}</content>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xml(language)}">
  <id>${xml(selfUrl)}</id>
  <title>${xml(title)}</title>
  <subtitle>${xml(description)}</subtitle>
  <updated>${newestOf(entries) ?? NEVER}</updated>
  <author><name>${xml(title)}</name></author>
  <generator>Uptide</generator>
  <link rel="self" type="application/atom+xml" href="${xml(selfUrl)}"/>
  <link rel="alternate" type="text/html" href="${xml(url)}"/>${items.join("")}
</feed>
`;
}

function newestOf(entries: readonly FeedEntry[]): string | null {
  return (
    entries
      .map(({ updatedAt }) => updatedAt)
      .sort()
      .at(-1) ?? null
  );
}

function toRfc822(time: string): string {
  return new Date(time).toUTCString();
}

function xml(text: string): string {
  return escapeHtml(text.replace(FORBIDDEN, "").replace(LONE_SURROGATE, ""));
}
