import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileRegex } from "../../src/lib/linear_regex/compile.ts";
import { findRegex } from "../../src/lib/linear_regex/find.ts";

function find(pattern: string, text: string) {
  const program = compileRegex(pattern);
  if (!program) throw new Error(`${pattern} is not supported`);
  return findRegex(program, text);
}

const atom = fc.constantFrom("a", "b", "ab", ".", "[ab]", "[^a]", "\\d", "\\w", "\\b", "^", "$", "1", "\\.");
const count = fc.constantFrom("", "", "", "*", "+", "?", "*?", "+?", "{2}", "{1,2}", "{0,3}?");
const quantified = fc
  .tuple(
    atom.filter((one) => !/^(\\b|\^|\$)$/.test(one)),
    count,
  )
  .map((parts) => parts.join(""));
const flat = fc
  .array(fc.oneof(quantified, atom), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(""));
// RegExp treats a repeated group that can match nothing differently.
const grouped = fc
  .tuple(flat, fc.constantFrom("|", ""), flat, count)
  .map(([one, between, other, times]) => `(?:${one}[ab]${between}${other}1)${times}`);
const pattern = fc
  .array(fc.oneof(flat, grouped), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(""));

describe("the linear-time regular expression", () => {
  it("matches what RegExp matches", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "1", ".", "\n", " "), maxLength: 12 });
    const property = fc.property(pattern, text, (written, sought) => {
      expect(find(written, sought)?.whole).toBe(new RegExp(written).exec(sought)?.[0]);
    });
    fc.assert(property, { seed: 7, numRuns: 5000 });
  });

  it.each([
    ['name="csrf" value="([^"]+)"', '<input name="csrf" value="a1b2">', "a1b2"],
    ["order/(\\d+)", "/order/17/items", "17"],
    ["(?i)TOKEN: (?<token>[\\w-]{4,})", "x token: ab-cd;", "ab-cd"],
    ["(?:a|b)(c)?", "zb", undefined],
    ["\\u0041(\\x42)", "AB", "B"],
    ["[\\d.-]+", "v1.2-3", undefined],
  ])("returns the first group of %s", (written, text, group) => {
    expect(find(written, text)?.group).toBe(group);
  });

  it.each([
    "(a",
    "a)",
    "[a",
    "*a",
    "a**",
    "(?=a)",
    "(?<!a)b",
    "(a)\\1",
    "\\p{L}",
    "a{3,2}",
    "\\",
    "",
    "(?:a{1000}){1000}",
  ])("rejects %s", (written) => {
    expect(compileRegex(written)).toBeNull();
  });

  // RegExp would take longer than the test may.
  it.each(["(a+)+$", "(a|a)*b", "(.*)(.*)(.*)x", "(?:a?){30}a{30}b"])(
    "is not slowed down by %s",
    (written) => {
      expect(find(written, `${"a".repeat(20_000)}!`)).toBeNull();
    },
  );
});
