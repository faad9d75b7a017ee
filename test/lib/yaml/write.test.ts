import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { readYaml } from "../../../src/lib/yaml/read.ts";
import { writeYaml } from "../../../src/lib/yaml/write.ts";

function readBoth(text: string): unknown[] {
  return (["1.1", "1.2"] as const).map((version) => {
    const document = parseDocument(text, { version, uniqueKeys: true });
    expect([...document.errors, ...document.warnings]).toEqual([]);
    return document.toJS();
  });
}

const AMBIGUOUS = [
  ..."y Y n N yes Yes YES no No NO on On ON off Off OFF true True TRUE false null Null NULL ~ = <<".split(
    " ",
  ),
  ..."22:00 07:00 1:30 190:20:30 0777 0o17 0x1F 0b11 1_000 +1 -1 .5 1. 1e3 1.0e+3 -.inf .inf .nan .NaN".split(
    " ",
  ),
  ..."2001-01-01 2001-12-14t21:59:43.10-05:00 12 012 0.0 - -- --- ... ? : | > & * ! % @ ` # , [ ] { }".split(
    " ",
  ),
  "",
  " ",
  "a ",
  " a",
  "a: b",
  "a:",
  "a #b",
  "#a",
  "- a",
  "? a",
  "a\tb",
  "!tag",
  "&anchor",
  "*alias",
  "%YAML 1.1",
  "'single'",
  '"double"',
  "a\u0085b",
  "a\u2028b",
  "\ufeffa",
  "\u0000",
  "\u007f",
  "zażółć",
  "日本",
  "🙂",
  "https://example.com/a?b=c&d=e#f",
  "{{monitor_name}} is down",
  "back\\slash",
];

describe("writeYaml", () => {
  it.each(AMBIGUOUS)("writes the text %j so that both YAML versions read it back", (text) => {
    for (const value of [text, { [text]: text }, [text, [text]], { a: { b: [{ c: text, d: text }] } }])
      for (const read of readBoth(writeYaml(value))) expect(read).toEqual(value);
  });

  it.each([
    "one\ntwo",
    "one\ntwo\n",
    "one\n\n\ntwo",
    "one\n  two\n",
    '{\n  "a": 1\n}',
    " first\nsecond",
    "\nfirst",
    "trailing \nspace",
    "two\n\n",
    "\n",
    "a\r\nb",
    "\ttab\nb",
    "a\n\tb",
    "--- \na",
    "---\na",
    "...\na",
    "# a\nb",
    "%a\nb",
    "- a\n- b",
  ])("writes the lines %j so that both YAML versions read them back", (text) => {
    for (const value of [text, { a: text, b: 1 }, { a: { b: text } }, [text, { a: text }]])
      for (const read of readBoth(writeYaml(value))) expect(read).toEqual(value);
  });

  it("writes multi-line text as a block", () => {
    expect(writeYaml({ a: { body: "one\n\ntwo" }, b: [] })).toBe(
      "a:\n  body: |-\n    one\n\n    two\nb: []\n",
    );
  });

  it("leaves plain text unquoted, and quotes times and words such as no", () => {
    expect(writeYaml({ name: "Public API", url: "https://example.com/health", at: "22:00", is: "no" })).toBe(
      'name: Public API\nurl: https://example.com/health\nat: "22:00"\nis: "no"\n',
    );
  });

  it("writes lists of objects in block style, and empty lists and objects as [] and {}", () => {
    const value = { tags: [{ label: "a", color: "#fff" }, {}], none: [], nothing: {}, nil: null, yes: true };
    expect(writeYaml(value)).toBe(
      'tags:\n  - label: a\n    color: "#fff"\n  - {}\nnone: []\nnothing: {}\nnil: null\n"yes": true\n',
    );
  });

  it.each([0, -1, 1.5, 1e21, 1.5e-7, 1e-7, -2e300, 1e22])(
    "writes the number %d for both YAML versions",
    (number) => {
      for (const read of readBoth(writeYaml({ number }))) expect(read).toEqual({ number });
    },
  );

  it("writes keys of any length", () => {
    const value = { ["x".repeat(3000)]: { a: 1 }, ["y ".repeat(1000)]: [1], z: "b" };
    for (const read of readBoth(writeYaml(value))) expect(read).toEqual(value);
  });

  it("round-trips any value in both YAML versions", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "binary" }),
      fc.constantFrom(...AMBIGUOUS),
      fc
        .array(fc.constantFrom("a", " ", "\n", "\t", "#", ":", "-", "'", '"', "1", "{", "|"), {
          maxLength: 12,
        })
        .map((parts) => parts.join("")),
      fc.tuple(fc.constantFrom("a", "a ", "no\n"), fc.nat(1500)).map(([part, times]) => part.repeat(times)),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        text,
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(
          text.filter((name) => name !== "__proto__" && !name.includes("\ud800")),
          tie("value"),
          { maxKeys: 4 },
        ),
      ),
    }));
    fc.assert(
      fc.property(value, (written) => {
        const plain = JSON.parse(JSON.stringify(written)) as unknown;
        const yaml = writeYaml(plain);
        for (const read of readBoth(yaml)) expect(read).toEqual(plain);
        const again = readYaml(yaml);
        expect(again).toEqual([plain]);
        expect(writeYaml(again[0])).toBe(yaml);
      }),
      { numRuns: 2000 },
    );
  });
});
