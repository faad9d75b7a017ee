import { describe, expect, it } from "vitest";
import { unescapeHtml } from "../../../src/lib/escape_html.ts";
import { paintYaml } from "../../../web/ui/yaml_tokens.ts";

const kindsOf = (line: string) =>
  [...(paintYaml(line) ?? "").matchAll(/<span class="code__(\w+)">([^<]*)<\/span>/g)].map(
    ([, kind, text]) => [kind, unescapeHtml(text ?? "")],
  );

describe("highlighted YAML", () => {
  it.each([
    [
      "kind: Monitor # the shop",
      [
        ["key", "kind:"],
        ["comment", " # the shop"],
      ],
    ],
    ["  - url: https://example.com/a#b", [["key", "url:"]]],
    [
      "intervalSecs: 60",
      [
        ["key", "intervalSecs:"],
        ["value", "60"],
      ],
    ],
    [
      'name: "A: b # c"',
      [
        ["key", "name:"],
        ["string", '"A: b # c"'],
      ],
    ],
    [
      "tags: [true, two, 3]",
      [
        ["key", "tags:"],
        ["value", "true"],
        ["value", "3"],
      ],
    ],
    ["---", [["mark", "---"]]],
    ["  # all of it", [["comment", "  # all of it"]]],
    ["just text with 5 words", [["value", "5"]]],
  ])("marks the tokens of %s", (line, tokens) => {
    expect(kindsOf(line)).toEqual(tokens);
  });

  it("shows exactly the text, and escapes markup", () => {
    const text = "name: <img src=x onerror=alert(1)>\n\tkey: '&amp;'\n- \"</span>\"\n";
    const html = paintYaml(text) ?? "";
    expect(html.replace(/<\/?span[^>]*>/g, "")).not.toContain("<");
    expect(unescapeHtml(html.replace(/<\/?span[^>]*>/g, ""))).toBe(text);
  });

  it("leaves long documents plain", () => {
    expect(paintYaml("a: 1\n".repeat(50_000))).toBeNull();
  });
});
