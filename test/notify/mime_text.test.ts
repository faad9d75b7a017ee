import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeBody, encodeHeaderText, encodeName } from "../../src/notify/mime.ts";

const anyText = fc.oneof(fc.string({ unit: "binary", maxLength: 400 }), fc.string({ maxLength: 400 }));

/** RFC 2047 drops the space between two encoded words. */
function decodeWords(encoded: string): string {
  return encoded
    .replaceAll(/\?=\r\n =\?/g, "?==?")
    .replaceAll(/=\?UTF-8\?B\?([A-Za-z0-9+/=]*)\?=/g, (_, base64: string) => {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(base64, "base64"));
    });
}

function decodeBody({ encoding, text }: ReturnType<typeof encodeBody>): string {
  if (encoding === "base64") return Buffer.from(text, "base64").toString();
  const bytes = text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString().replace(/\r\n$/, "");
}

describe("encodeHeaderText", () => {
  it.each([
    ["Shop is down", "Shop is down"],
    ["", ""],
    ["50 % (of 3) = bad?", "50 % (of 3) = bad?"],
    ["Größe", "=?UTF-8?B?R3LDtsOfZQ==?="],
    ["a\r\nBcc: eve@example.com", "a Bcc: eve@example.com"],
    ["a\u0000\u0085\u2028b", "a b"],
    ["=?UTF-8?B?eA==?=", "=?UTF-8?B?PT9VVEYtOD9CP2VBPT0/PQ==?="],
  ])("encodes %j", (text, encoded) => {
    expect(encodeHeaderText(text, 9)).toBe(encoded);
  });

  it("keeps the text, never splits a character between words, and keeps lines within 76 characters", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 30 }), (text, used) => {
        const encoded = encodeHeaderText(text, used);
        const lines = `${"x".repeat(used)}${encoded}`.split("\r\n ");
        for (const line of lines) {
          expect(line.length).toBeLessThanOrEqual(76);
          expect(line).toMatch(/^[\x20-\x7e]*$/);
        }
        for (const word of encoded.split(/\s+/))
          if (word.startsWith("=?")) expect(word.length).toBeLessThan(76);
        expect(decodeWords(encoded)).toBe(text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim());
      }),
      { numRuns: 2000 },
    );
  });
});

describe("encodeName", () => {
  it.each([
    ["Status", "Status"],
    ["Site Status", "Site Status"],
    ["Ops, Inc.", '"Ops, Inc."'],
    ['a "b" \\c', '"a \\"b\\" \\\\c"'],
    ["x <eve@example.com>", '"x <eve@example.com>"'],
    ["x\r\nBcc: e@e.e", '"x Bcc: e@e.e"'],
    ["Köln", "=?UTF-8?B?S8O2bG4=?="],
    ["", ""],
  ])("encodes %j", (name, encoded) => {
    expect(encodeName(name, 6)).toBe(encoded);
  });
});

describe("encodeBody", () => {
  it.each([
    ["hello = world", "hello =3D world\r\n"],
    ["trailing \nspace\t", "trailing=20\r\nspace=09\r\n"],
    ["a\nb\r\nc\rd", "a\r\nb\r\nc\r\nd\r\n"],
    ["x".repeat(80), `${"x".repeat(75)}=\r\n${"x".repeat(5)}\r\n`],
    ["Übel und mehr Text dazu", "=C3=9Cbel und mehr Text dazu\r\n"],
  ])("encodes %j as quoted-printable", (text, encoded) => {
    expect(encodeBody(text)).toEqual({ encoding: "quoted-printable", text: encoded });
  });

  it("uses base64 when it is shorter", () => {
    expect(encodeBody("日本語")).toEqual({ encoding: "base64", text: "5pel5pys6Kqe\r\n" });
  });

  it("keeps any text except its style of line breaks, on lines of at most 76 ASCII characters", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const encoded = encodeBody(text);
        for (const line of encoded.text.split("\r\n")) expect(line).toMatch(/^[\t\x20-\x7e]{0,76}$/);
        expect(encoded.text).not.toContain("=_");
        // An email body always ends with a line break.
        const bare = (whole: string) => whole.replaceAll(/\r\n|\r|\n/g, "\r\n").replace(/\r\n$/, "");
        expect(bare(decodeBody(encoded))).toBe(bare(text));
      }),
      { numRuns: 2000 },
    );
  });
});
