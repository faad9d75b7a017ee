import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownLines } from "../../src/lib/markdown_text.ts";

const CASES: [what: string, markdown: string, lines: string[]][] = [
  ["paragraphs on one line each", "One\ntwo  \nthree\n\nfour", ["One two", "three", "", "four"]],
  ["emphasis and code as plain text", "**a** *b* `c < d` ~~e~~", ["a b c < d e"]],
  ["headings as paragraphs", "# Title\ntext", ["Title", "", "text"]],
  ["lists with their markers", "- a\n- b\n  - c\n    1. d\n- e", ["- a", "- b", "  - c", "    1. d", "- e"]],
  ["numbered lists from their first number", "9. a\n10. b\n11. c", ["9. a", "10. b", "11. c"]],
  ["the rest of an item below it", "- a\n\n  more\n- b", ["- a", "", "  more", "- b"]],
  ["quotes, even nested", "> a\n>\n> > b\n\nc", ["> a", ">", "> > b", "", "c"]],
  ["code blocks unchanged", "```\na  <b>\n\n  c\n```", ["    a  <b>", "", "      c"]],
  ["rules", "a\n\n---\n\nb", ["a", "", "* * *", "", "b"]],
  ["a link with its address", '[here](https://a.test/x?a=1&b=2 "t")!', ["here (https://a.test/x?a=1&b=2)!"]],
  [
    "an address only once",
    "https://a.test/x and <mailto:a@b.test> [https://c.test](https://c.test/)",
    ["https://a.test/x and a@b.test https://c.test"],
  ],
  ["tags as written", '<b>&amp; "x" it\'s</b>', ['<b>&amp; "x" it\'s</b>']],
];

describe("markdownLines", () => {
  it.each(CASES)("formats %s", (_what, markdown, lines) => {
    expect(markdownLines(markdown)).toBe(lines.join("\n"));
  });

  it("keeps every word, however blocks are nested", () => {
    const marks = fc.constantFrom(
      "- ",
      "1. ",
      "> ",
      "# ",
      "    ",
      "  ",
      "**",
      "`",
      "```\n",
      "[x](https://a.test) ",
      "\n",
      "\n\n",
      "",
    );
    const text = fc.array(fc.tuple(marks, fc.integer({ min: 100, max: 999 })), { maxLength: 40 });
    fc.assert(
      fc.property(text, (parts) => {
        const words = parts.map(([, number]) => `w${number}w`);
        // Text after ``` names the language and isn't shown.
        const markdown = parts.map(([mark], index) => `${mark}${words[index]}\n`).join("");
        expect(markdownLines(markdown).match(/w\d+w/g) ?? []).toEqual(words);
      }),
    );
  });
});
