import { describe, expect, it } from "vitest";
import { YamlFault } from "../../../src/lib/yaml/fault.ts";
import { readYaml } from "../../../src/lib/yaml/read.ts";

describe("readYaml", () => {
  it("reads YAML 1.2: words and times are text, octal is 0o", () => {
    expect(readYaml("a: yes\nb: 22:00\nc: 0o17\nd: 017\ne: true\nf: ~\ng: 1e3\nh: 2001-01-01\n")).toEqual([
      { a: "yes", b: "22:00", c: 15, d: 17, e: true, f: null, g: 1000, h: "2001-01-01" },
    ]);
  });

  it("keeps positions: an empty document is null", () => {
    expect(readYaml("---\n---\na: 1\n---\n# nothing\n---\nb: 2\n")).toEqual([null, { a: 1 }, null, { b: 2 }]);
    expect(readYaml("\ufeff# only this\n")).toEqual([]);
  });

  it("copies aliases, and treats << as a plain key", () => {
    const [read] = readYaml("a: &x { b: 1 }\nc: *x\nd: { <<: *x }\n") as [Record<string, object>];
    expect(read).toEqual({ a: { b: 1 }, c: { b: 1 }, d: { "<<": { b: 1 } } });
    expect(read["a"]).not.toBe(read["c"]);
  });

  it("treats __proto__ as a plain key", () => {
    const [read] = readYaml("__proto__: { polluted: true }\n") as [object];
    expect(Object.keys(read)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it.each<[string, string, RegExp]>([
    ["a syntax error, with its position", "a: 1\nb: [\n", /^Line 3, column 1/],
    ["a %YAML directive", "%YAML 1.1\n---\na: 1\n", /^Line 1: leave out %YAML/],
    [
      "another directive after a document",
      "a: 1\n...\n%TAG ! tag:a,2000:\n---\nb: 1\n",
      /^Line 3: leave out/,
    ],
    ["a duplicate key", "a: 1\na: 2\n", /appears twice/],
    ["a duplicate key in another spelling", 'a: 1\n"\\x61": 2\n', /appears twice/],
    ["keys that aren't text", "? [a]\n: 1\n", /^Line 1/],
    ["an alias that contains itself", "a: &x [1, *x]\n", /contains itself/],
    ["an alias from another document", "a: &x 1\n---\nb: *x\n", /isn't defined/],
    ["a custom tag", "a: !mine 1\n", /tag/i],
    ["binary data", "a: !!binary aGk=\n", /tag/i],
    [
      "more than 20 aliases over all documents",
      `a: &x 1\nb: [${"*x,".repeat(11)}]\n---\na: &x 1\nb: [${"*x,".repeat(10)}]\n`,
      /20 aliases/,
    ],
    ["2001 documents", "a\n---\n".repeat(2001), /more than 2000/],
    ["deep nesting", `${"[".repeat(500)}${"]".repeat(500)}`, /nested too deeply/],
    ["a tab as indentation", "a:\n\tb: 1\n", /^Line 2/],
  ])("rejects %s", (_, text, sentence) => {
    expect(() => readYaml(text)).toThrow(YamlFault);
    expect(() => readYaml(text)).toThrow(sentence);
  });

  it("accepts 20 aliases and 2000 documents", () => {
    expect(readYaml(`a: &x 1\nb: [${"*x,".repeat(20)}]\n`)).toHaveLength(1);
    expect(readYaml("a\n---\n".repeat(1999).concat("a\n"))).toHaveLength(2000);
  });
});

const SIZE = 2_000_000;
const fill = (text: string) => text.repeat(Math.floor(SIZE / text.length));
const lines = (line: (i: number) => string, count: number) =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n");

describe("two megabytes of malicious YAML", () => {
  it.each<[string, string]>([
    ["brackets", fill("[")],
    ["dashes", fill("- ")],
    ["question marks", fill("? ")],
    ["keys", lines((i) => `k${i}: 1`, 200_000)],
    ["a flow list", `[${fill("1,")}]`],
    ["empty objects", `[${fill("{},")}]`],
    ["pairs", `{${fill("a:b,")}}`],
    ["comments", fill("#\n")],
    ["line ends", fill("\r\n")],
    ["spaces in a folded string", `"a${fill(" ")}b\nc"`],
    ["spaces in a plain string", `a: b${fill(" ")}c\n d`],
    ["tabs", fill("\t")],
    ["quotation marks", fill('"')],
    ["backslashes", `"${fill("\\")}`],
    ["colons", fill(":")],
    ["anchors", `[${fill("&a 1,")}]`],
    ["empty blocks", fill("|\n")],
    ["folded lines", `>\n${fill(" a\n")}`],
    ["lines of a quoted string", `"${fill("a\n")}"`],
    ["lines of a plain string", `a: ${fill("b\n ")}`],
    ["a long key", `${fill("a")}: 1`],
    ["indentation", lines((i) => `${" ".repeat(i)}a:`, 1900)],
    ["document ends", fill("...\n")],
    ["document starts", fill("--- ")],
    ["directives", fill("%a\n")],
    ["aliases of a long string", `a: &a "${fill("x").slice(0, 1_900_000)}"\nb: [${"*a,".repeat(20)}]`],
    [
      "aliases of aliases",
      lines((i) => (i === 0 ? "a0: &a0 [1,1]" : `a${i}: &a${i} [*a${i - 1},*a${i - 1}]`), 11),
    ],
    ["lone surrogates", fill("\ud800")],
  ])("of %s are read or rejected in time", { timeout: 20_000 }, (_, text) => {
    try {
      expect(readYaml(text).length).toBeLessThanOrEqual(2000);
    } catch (error) {
      expect(error).toBeInstanceOf(YamlFault);
      expect((error as Error).message.length).toBeLessThan(300);
    }
  });
});
