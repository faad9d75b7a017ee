import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeHtml } from "../../src/lib/escape_html.ts";
import {
  escapeHeader,
  escapeJson,
  escapeUrlPart,
  fillJson,
  fillTemplate,
  isJsonTemplate,
  plain,
} from "../../src/lib/template.ts";

/** Includes lone surrogates. */
const anyText = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });

describe("fillTemplate", () => {
  it("replaces placeholders, even with spaces inside the braces", () => {
    expect(fillTemplate("{{a}} and {{ b }}{{  a}}", { a: "1", b: "2" }, plain)).toBe("1 and 21");
  });

  it("keeps unknown names as written, including properties of every object", () => {
    const text = "{{x}} {{ constructor }} {{toString}} {{}} {{a b}} {a}";
    expect(fillTemplate(text, { a: "1" }, plain)).toBe(text);
  });

  it("doesn't fill placeholders inside values, or treat values as patterns", () => {
    expect(fillTemplate("{{a}}{{b}}", { a: "{{b}}", b: "$& $1 {{a}}" }, plain)).toBe("{{b}}$& $1 {{a}}");
    expect(fillTemplate("{{{a}}}", { a: "{b}", b: "x" }, plain)).toBe("{{b}}");
  });

  it("stays fast for a text of braces", () => {
    const text = `${"{{".repeat(50_000)}${" ".repeat(50_000)}`;
    expect(fillTemplate(text, { a: "1" }, plain)).toBe(text);
  });
});

describe("fillJson", () => {
  const fill = (text: string, value: string) => fillJson(text, { a: value });

  it("escapes values inside strings, and writes numbers or strings elsewhere", () => {
    expect(fill('{"x": "<{{a}}>", "n": {{a}}}', 'say "hi"\n')).toBe(
      '{"x": "<say \\"hi\\"\\n>", "n": "say \\"hi\\"\\n"}',
    );
    expect(fill("[{{a}}, {{ a }}]", "-12.5")).toBe("[-12.5, -12.5]");
    expect(fill("[{{a}}]", "01")).toBe('["01"]');
    expect(fill("[{{a}}]", "")).toBe('[""]');
  });

  it("keeps unknown names as written, in valid JSON", () => {
    expect(fill('["{{x}}", {{x}}]', "1")).toBe('["{{x}}", "{{x}}"]');
  });

  it("distinguishes an escaped quotation mark from the end of a string", () => {
    expect(fill('{"a\\"{{a}}": {{a}}}', 'b"')).toBe('{"a\\"b\\"": "b\\""}');
    expect(fill('{"a\\\\": {{a}}}', "b")).toBe('{"a\\\\": "b"}');
  });

  it("returns valid JSON for any values of a valid template", () => {
    const piece = fc.constantFrom(
      "{{a}}",
      "{{ b }}",
      "{{x}}",
      '"',
      "\\",
      "\\u00",
      "0",
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      " ",
      "-",
      "e",
      "1",
    );
    const near = fc.constantFrom(
      ...[
        '{"a": {{a}}, "b{{b}}": ["{{a}}", {{x}}]}',
        '["\\\\{{a}}", {{b}}, "\\"{{ a }}"]',
        "{{a}}",
        '"{{a}}{{b}}"',
      ],
    );
    const text = fc.oneof(
      near,
      fc.array(piece, { maxLength: 8 }).map((parts) => parts.join("")),
    );
    const value = fc.oneof(
      anyText,
      fc.constantFrom(
        '"',
        "\\",
        "{{b}}",
        "1",
        "-0",
        "1e5",
        "0123",
        "true",
        "null",
        "\u2028",
        "\ud800",
        "12.",
        ".5",
      ),
    );
    fc.assert(
      fc.property(text, value, value, (template, a, b) => {
        if (isJsonTemplate(template)) JSON.parse(fillJson(template, { a, b }));
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps a value unchanged", () => {
    fc.assert(
      fc.property(anyText, (value) => {
        expect(JSON.parse(fill('["{{a}}"]', value))).toEqual([value]);
      }),
    );
  });
});

describe("isJsonTemplate", () => {
  it.each(['{"a":"{{x}}"}', '{"n":{{x}}}', "[]", "{{x}}", '"\\\\{{x}}"', '{"{{x}}":1}'])(
    "accepts %s",
    (text) => {
      expect(isJsonTemplate(text)).toBe(true);
    },
  );

  it.each([
    "",
    "hello",
    "{{x}}{{y}}",
    "{ {{x}}: 1 }",
    "-{{x}}",
    "1{{x}}",
    '"\\{{x}}"',
    '"\\u{{x}}"',
    '"\\u{{a}}{{b}}{{c}}{{d}}"',
    '{"a": {{x}}',
  ])("rejects %s", (text) => {
    expect(isJsonTemplate(text)).toBe(false);
  });
});

describe("escaping", () => {
  it("prevents values from adding a tag or leaving an attribute", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("<", ">", "&", '"', "'", "b", "/", "=") }), (value) => {
        const html = fillTemplate("<a title=\"{{x}}\" lang='{{x}}'>{{x}}</a>", { x: value }, escapeHtml);
        expect(html).toMatch(/^<a title="[^<>"]*" lang='[^<>']*'>[^<>]*<\/a>$/);
      }),
    );
    expect(escapeHtml("a & <b> \"c\" 'd'")).toBe("a &amp; &lt;b&gt; &quot;c&quot; &#39;d&#39;");
  });

  it("makes a valid part of an address, even from a lone surrogate", () => {
    expect(escapeUrlPart("a/b?c=d&e#f \ud83d")).toBe("a%2Fb%3Fc%3Dd%26e%23f%20%EF%BF%BD");
  });

  it("makes a valid header from any text", () => {
    expect(escapeHeader("a\r\nX-Evil: 1\u0000 żółw \ud83d")).toBe(
      "a X-Evil: 1  %C5%BC%C3%B3%C5%82w %EF%BF%BD",
    );
    fc.assert(
      fc.property(anyText, (value) => {
        new Headers({ "X-A": escapeHeader(value) });
        expect(escapeHeader(value)).toMatch(/^[\x20-\x7e]*$/);
      }),
    );
  });

  it("makes the inside of a JSON string", () => {
    expect(escapeJson('"\n\\')).toBe('\\"\\n\\\\');
  });
});
