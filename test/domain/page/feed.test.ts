import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Feed, type FeedEntry, writeAtom, writeRss } from "../../../src/domain/page/feed.ts";
import { toIncidentEntry } from "../../../src/domain/page/feed_entry.ts";
import { checkAtom, checkRss } from "../../lib/feed_rules.ts";
import { makeIncident, textsIn } from "../../page/fixtures.ts";

const SELF = "https://status.example.com/api/v1/public/incidents.rss?a=1&b=2";

function makeFeed(entries: FeedEntry[], more: Partial<Feed> = {}): Feed {
  const url = "https://status.example.com/";
  return { title: "Acme", description: "History", language: "en", url, selfUrl: SELF, entries, ...more };
}

function makeEntry(title: string, html: string): FeedEntry {
  const url = "https://status.example.com/incidents/5";
  const at = "2026-11-21T14:05:00.000Z";
  return { id: url, url, title, publishedAt: at, updatedAt: at, html, categories: [title] };
}

describe.each([
  ["writeRss", writeRss, checkRss],
  ["writeAtom", writeAtom, checkAtom],
] as const)("%s", (_name, write, check) => {
  it("writes a valid feed for any text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", minLength: 1 }),
        fc.string({ unit: "binary" }),
        (title, html) => {
          const feed = makeFeed([makeEntry(`x${title}`, `x${html}`)], { title: `x${title}` });
          expect(check(write(feed), SELF).problems).toEqual([]);
        },
      ),
    );
  });

  it("escapes markup, and removes control characters and lone surrogates", () => {
    const evil = "</title>&amp;<script>\u0007\u0085 \ud83d ok ✓";
    const { entries } = check(write(makeFeed([makeEntry(evil, "<p>1 &lt; 2</p>")])), SELF);
    expect(entries[0]?.title).toBe("</title>&amp;<script>  ok ✓");
    expect(entries[0]?.html).toBe("<p>1 &lt; 2</p>");
  });

  it("is valid and unchanged without entries", () => {
    expect(check(write(makeFeed([])), SELF)).toEqual({ problems: [], entries: [] });
    expect(write(makeFeed([]))).toBe(write(makeFeed([])));
  });
});

describe("toIncidentEntry", () => {
  const voice = { baseUrl: "https://status.example.com", texts: textsIn("pl"), locale: "pl" };

  it("includes every update with its time in the page's language, the newest first", () => {
    const { html, url } = toIncidentEntry(makeIncident(7), voice);
    expect(url).toBe("https://status.example.com/incidents/7");
    expect(html).toContain("<strong>drained</strong>");
    expect(html.indexOf("Rozwiązano")).toBeLessThan(html.indexOf("Sprawdzamy"));
    expect(html).toMatch(/\d+ paź 2026, \d{2}:\d{2} UTC/);
    expect(html).toContain("<p>Dotyczy: Website</p>");
  });

  it("shows the status if there is no update", () => {
    const { html } = toIncidentEntry(makeIncident(7, { updates: [], components: [] }), voice);
    expect(html).toBe("<p><strong>Rozwiązano</strong></p>");
  });
});
