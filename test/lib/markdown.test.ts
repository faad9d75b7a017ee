import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderMarkdown } from "../../src/lib/markdown.ts";

const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*)>/g;
const KNOWN = new Set("h2 h3 h4 h5 h6 p em strong s code pre a ul ol li blockquote hr br".split(" "));
const ATTRIBUTE = / ([a-z]+)="([^"]*)"/g;
const LINK = /^(?:https?:\/\/|mailto:)/;

function faultsOf(html: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  const rest = html.replace(TAG, (whole, end: string, name: string, attributes: string) => {
    if (!KNOWN.has(name)) faults.push(whole);
    for (const [, key = "", value = ""] of attributes.matchAll(ATTRIBUTE)) {
      const isKnown =
        (name === "a" && key === "href" && LINK.test(value)) ||
        (name === "a" && key === "rel") ||
        (name === "pre" && key === "tabindex") ||
        (name === "ol" && key === "start" && /^\d+$/.test(value));
      if (!isKnown) faults.push(whole);
    }
    if (end) {
      if (open.pop() !== name) faults.push(`out of place: ${whole}`);
    } else if (name !== "hr" && name !== "br") {
      open.push(name);
    }
    return "";
  });
  if (open.length > 0) faults.push(`left open: ${open}`);
  if (/[<>]/.test(rest)) faults.push(`bare: ${rest}`);
  return faults;
}

describe("renderMarkdown", () => {
  it.each([
    ["one line", "<p>one line</p>"],
    ["one\ntwo", "<p>one\ntwo</p>"],
    ["one  \ntwo", "<p>one<br>two</p>"],
    ["one\n\ntwo", "<p>one</p><p>two</p>"],
    ["# Big\n## Less ##", "<h3>Big</h3><h4>Less</h4>"],
    ["## Less\n### Least", "<h3>Less</h3><h4>Least</h4>"],
    [
      "**bold**, *slanted*, _too_, ~~gone~~",
      "<p><strong>bold</strong>, <em>slanted</em>, <em>too</em>, <s>gone</s></p>",
    ],
    ["***both***", "<p><strong><em>both</em></strong></p>"],
    ["snake_case_name and 2 * 3 * 4", "<p>snake_case_name and 2 * 3 * 4</p>"],
    ["`a < b`", "<p><code>a &lt; b</code></p>"],
    ["``a ` b``", "<p><code>a ` b</code></p>"],
    ["```\n<b>\n```", '<pre tabindex="0"><code>&lt;b&gt;</code></pre>'],
    ["---", "<hr>"],
    ["> said\n> so", "<blockquote><p>said\nso</p></blockquote>"],
    ["- one\n- two\n  - three", "<ul><li>one</li><li>two<ul><li>three</li></ul></li></ul>"],
    ["1. one\n2. two", "<ol><li>one</li><li>two</li></ol>"],
    ["7. seven", '<ol start="7"><li>seven</li></ol>'],
    ["text\n- item", "<p>text</p><ul><li>item</li></ul>"],
    [
      "[here](https://example.com/a?b=1&c=2)",
      '<p><a href="https://example.com/a?b=1&amp;c=2" rel="nofollow noopener">here</a></p>',
    ],
    [
      "see https://example.com/x.",
      '<p>see <a href="https://example.com/x" rel="nofollow noopener">https://example.com/x</a>.</p>',
    ],
    [
      "<mailto:a@example.com>",
      '<p><a href="mailto:a@example.com" rel="nofollow noopener">a@example.com</a></p>',
    ],
    ["\\*not slanted\\*", "<p>*not slanted*</p>"],
    ["", ""],
  ])("renders %j", (text, html) => {
    expect(renderMarkdown(text)).toBe(html);
  });

  it.each([
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:x)",
    '[x](https://example.com/" onmouseover="alert(1))',
    "[x](https://example.com/'onclick='alert(1)')",
    "[<img src=x onerror=alert(1)>](https://example.com)",
    '<https://example.com/" onclick=alert(1)>',
    "![x](https://example.com/x.png)",
    "`</code><script>`",
    "```</pre><script>\n</code></pre><script>alert(1)</script>\n```",
    "[a](https://example.com/[b](javascript:alert(1)))",
    "[[nested](https://a.example)](https://b.example)",
    "<a href='https://example.com'>x</a>",
    "&lt;script&gt; &#60;script&#62;",
    "# <svg/onload=alert(1)>",
    "> <iframe src=//example.com>",
    "- </ul><script>",
    `${"> ".repeat(500)}deep`,
    `${"- ".repeat(500)}deep`,
    `${"**".repeat(400)}x`,
    `${"[".repeat(400)}x`,
  ])("renders no tags or attributes from %j", (text) => {
    expect(faultsOf(renderMarkdown(text))).toEqual([]);
    expect(renderMarkdown(text)).not.toMatch(/href="(?!https?:|mailto:)/);
  });

  it("never renders a tag or an attribute from the text", () => {
    const pieces = fc.constantFrom(
      ..."< > \" ' & ` ``` * ** _ __ ~~ [ ] ( ) ! # - + 1. > \\ \n \n\n   javascript: https://a.b <script> onclick= </a> data: mailto:x@y x é 😀".split(
        " ",
      ),
      "\n",
      "\n\n",
      "  \n",
      "    ",
    );
    const text = fc.oneof(
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join("")),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (written) => {
        expect(faultsOf(renderMarkdown(written))).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  describe("limits the steps per character", () => {
    const MOST = 100;
    const LONG = 8000;
    const CONSTRUCTS = [
      ..."*a *a* *a_ _a _a_ __a __a__ **a **a** ***a ***a*** ~~a ~~a~~ ` `` `a` ``a`b`` [ [a [a] [a]( [a](b [a](b) ![a]( ![ ]( ) \\ \\* < <http://a <http://a> <mailto:a http://a http://. https://a.b).) > - + 1. # ## --- === ~~~ ``` a_b_ é 😀 [a](b( [a](b(c) [a](<b".split(
        " ",
      ),
      '[a](b "',
      '[a](b "c" ',
      "[a](b\n",
      "> a\n",
      ">> a\n",
      "- a\n",
      "  - a\n",
      "1. a\n",
      "- a\n\n",
      "a  \n",
      "a\n",
      "a\n\n",
      "# a #\n",
      "~~~\n",
      "```\n",
      "~~~ `\n",
      "- - -\n",
      "- - - a\n",
      "* * a\n",
      " ",
      "\t",
      "\n",
    ];
    const construct = fc.constantFrom(...CONSTRUCTS);

    function workPerCharacter(text: string): number {
      const meter = { steps: 0 };
      renderMarkdown(text, { meter });
      return meter.steps / Math.max(1, text.length);
    }

    function fill(piece: string): string {
      return piece.repeat(Math.ceil(LONG / piece.length)).slice(0, LONG);
    }

    it.each(CONSTRUCTS)("for a repeated construct: %j", (piece) => {
      expect(workPerCharacter(fill(piece))).toBeLessThan(MOST);
    });

    it.each(CONSTRUCTS)("for an unclosed construct before any filler: %j", (piece) => {
      for (const filler of [" ", "\t", "a", "`", "~", "*", "\n", "( ", "a\n", "\\"]) {
        expect(workPerCharacter(piece + fill(filler))).toBeLessThan(MOST);
        expect(workPerCharacter(`${piece + fill(filler)}\`x`)).toBeLessThan(MOST);
      }
    });

    it("for any two constructs, alternating or nested", () => {
      fc.assert(
        fc.property(construct, construct, (one, other) => {
          const half = LONG / 2;
          const nested = fill(one).slice(0, half) + fill(other).slice(0, half);
          expect(workPerCharacter(fill(one + other))).toBeLessThan(MOST);
          expect(workPerCharacter(nested)).toBeLessThan(MOST);
        }),
        { numRuns: 60 },
      );
    });

    it("for a text four times as long", () => {
      fc.assert(
        fc.property(fc.array(construct, { minLength: 1, maxLength: 6 }), (pieces) => {
          const text = fill(pieces.join(""));
          const short = workPerCharacter(text.slice(0, LONG / 4));
          expect(workPerCharacter(text)).toBeLessThan(1.5 * short + 10);
        }),
        { numRuns: 60 },
      );
    });
  });
});
