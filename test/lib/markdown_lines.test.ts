import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownLines } from "../../src/lib/markdown_lines.ts";

const CASES: [what: string, markdown: string, lines: string[]][] = [
  ["paragraphs, each on a line", "One\ntwo  \nthree\n\nfour", ["One two", "three", "", "four"]],
  ["emphasis and code as their words", "**a** *b* `c < d` ~~e~~", ["a b c < d e"]],
  ["headings as paragraphs", "# Title\ntext", ["Title", "", "text"]],
  ["lists with their marks", "- a\n- b\n  - c\n    1. d\n- e", ["- a", "- b", "  - c", "    1. d", "- e"]],
  ["numbers from where they begin", "9. a\n10. b\n11. c", ["9. a", "10. b", "11. c"]],
  ["what belongs to an item below it", "- a\n\n  more\n- b", ["- a", "", "  more", "- b"]],
  ["quotes, also in quotes", "> a\n>\n> > b\n\nc", ["> a", ">", "> > b", "", "c"]],
  ["code as it stands", "```\na  <b>\n\n  c\n```", ["    a  <b>", "", "      c"]],
  ["rules", "a\n\n---\n\nb", ["a", "", "* * *", "", "b"]],
  ["a link with its address", '[here](https://a.test/x?a=1&b=2 "t")!', ["here (https://a.test/x?a=1&b=2)!"]],
  [
    "an address once",
    "https://a.test/x and <mailto:a@b.test> [https://c.test](https://c.test/)",
    ["https://a.test/x and a@b.test https://c.test"],
  ],
  ["tags as they were written", '<b>&amp; "x" it\'s</b>', ['<b>&amp; "x" it\'s</b>']],
];

describe("markdownLines", () => {
  it.each(CASES)("reports %s", (_what, markdown, lines) => {
    expect(markdownLines(markdown)).toBe(lines.join("\n"));
  });

  it("loses no word, whatever is nested in what", () => {
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
