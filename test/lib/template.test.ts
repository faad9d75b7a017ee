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
  it("replaces names, also with spaces inside the braces", () => {
    expect(fillTemplate("{{a}} and {{ b }}{{  a}}", { a: "1", b: "2" }, plain)).toBe("1 and 21");
  });

  it("leaves an unknown name as written, also one that every object has", () => {
    const text = "{{x}} {{ constructor }} {{toString}} {{}} {{a b}} {a}";
    expect(fillTemplate(text, { a: "1" }, plain)).toBe(text);
  });

  it("looks through no value again, and takes no value for a pattern", () => {
    expect(fillTemplate("{{a}}{{b}}", { a: "{{b}}", b: "$& $1 {{a}}" }, plain)).toBe("{{b}}$& $1 {{a}}");
    expect(fillTemplate("{{{a}}}", { a: "{b}", b: "x" }, plain)).toBe("{{b}}");
  });

  it("is quick with a text of braces", () => {
    const text = `${"{{".repeat(50_000)}${" ".repeat(50_000)}`;
    expect(fillTemplate(text, { a: "1" }, plain)).toBe(text);
  });
});

describe("fillJson", () => {
  const fill = (text: string, value: string) => fillJson(text, { a: value });

  it("escapes inside a text, and makes a number or a text anywhere else", () => {
    expect(fill('{"x": "<{{a}}>", "n": {{a}}}', 'say "hi"\n')).toBe(
      '{"x": "<say \\"hi\\"\\n>", "n": "say \\"hi\\"\\n"}',
    );
    expect(fill("[{{a}}, {{ a }}]", "-12.5")).toBe("[-12.5, -12.5]");
    expect(fill("[{{a}}]", "01")).toBe('["01"]');
    expect(fill("[{{a}}]", "")).toBe('[""]');
  });

  it("keeps an unknown name as written, and the whole JSON", () => {
    expect(fill('["{{x}}", {{x}}]', "1")).toBe('["{{x}}", "{{x}}"]');
  });

  it("knows an escaped quotation mark from the end of a text", () => {
    expect(fill('{"a\\"{{a}}": {{a}}}', 'b"')).toBe('{"a\\"b\\"": "b\\""}');
    expect(fill('{"a\\\\": {{a}}}', "b")).toBe('{"a\\\\": "b"}');
  });

  it("stays JSON whatever the values, where the text is a template", () => {
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

  it("gives a text back as it was", () => {
    fc.assert(
      fc.property(anyText, (value) => {
        expect(JSON.parse(fill('["{{a}}"]', value))).toEqual([value]);
      }),
    );
  });
});

describe("isJsonTemplate", () => {
  it.each(['{"a":"{{x}}"}', '{"n":{{x}}}', "[]", "{{x}}", '"\\\\{{x}}"', '{"{{x}}":1}'])(
    "takes %s",
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
  ])("refuses %s", (text) => {
    expect(isJsonTemplate(text)).toBe(false);
  });
});

describe("the escapes", () => {
  it("let no value add a tag or leave an attribute", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("<", ">", "&", '"', "'", "b", "/", "=") }), (value) => {
        const html = fillTemplate("<a title=\"{{x}}\" lang='{{x}}'>{{x}}</a>", { x: value }, escapeHtml);
        expect(html).toMatch(/^<a title="[^<>"]*" lang='[^<>']*'>[^<>]*<\/a>$/);
      }),
    );
    expect(escapeHtml("a & <b> \"c\" 'd'")).toBe("a &amp; &lt;b&gt; &quot;c&quot; &#39;d&#39;");
  });

  it("make a part of an address, also of half a character", () => {
    expect(escapeUrlPart("a/b?c=d&e#f \ud83d")).toBe("a%2Fb%3Fc%3Dd%26e%23f%20%EF%BF%BD");
  });

  it("make a header of anything", () => {
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

  it("make the inside of a JSON text", () => {
    expect(escapeJson('"\n\\')).toBe('\\"\\n\\\\');
  });
});
