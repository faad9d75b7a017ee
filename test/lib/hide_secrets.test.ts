import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toBase64, toBase64Url, toHex, utf8 } from "../../src/lib/bytes.ts";
import { makeHider } from "../../src/lib/redact.ts";

const MARK = "[hidden]";

function hide(text: string, ...secrets: string[]): string {
  const hider = makeHider(MARK);
  for (const secret of secrets) hider.add(secret);
  return hider.hide(text);
}

const PASSWORD = 'p"a&s<s/w+ü %41';
const base64 = (text: string) => toBase64(utf8(text));
const toEntities = (text: string) =>
  Array.from(text, (char) => `&#x${char.codePointAt(0)?.toString(16)};`).join("");
const percent = (text: string) => Array.from(utf8(text), (byte) => `%${byte.toString(16)}`).join("");
const unicode = (text: string) =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");

const FORMS: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  "URL-encoded": encodeURIComponent,
  "URL-encoded in lowercase": (secret) =>
    encodeURIComponent(secret).replaceAll(/%../g, (code) => code.toLowerCase()),
  "URL-encoded in every character": percent,
  "form-encoded": (secret) => new URLSearchParams({ p: secret }).toString().slice(2),
  JSON: (secret) => JSON.stringify(secret).slice(1, -1),
  "JSON in JSON": (secret) => JSON.stringify(JSON.stringify({ p: secret })),
  "JSON in ASCII": unicode,
  "JSON with escaped slashes": (secret) => JSON.stringify(secret).replaceAll("/", "\\/"),
  HTML: (secret) => secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;"),
  "HTML character references": toEntities,
  hex: (secret) => toHex(utf8(secret)),
  base64,
  base64url: (secret) => toBase64Url(utf8(secret)),
  "base64 after a user": (secret) => base64(`ada:${secret}`),
  "base64 after a user of another length": (secret) => base64(`adam:${secret}`),
  "base64 between zero bytes": (secret) => base64(`\0a\0${secret}\0more`),
  "URL-encoded base64": (secret) => encodeURIComponent(base64(`ada:${secret}`)),
};

describe("a secret", () => {
  it.each(Object.entries(FORMS))("is hidden when encoded as %s", (_name, write) => {
    const shown = hide(`Denied: ${write(PASSWORD)} is wrong`, PASSWORD);
    expect(shown).toMatch(/^Denied: \S*\[hidden\]\S* is wrong$/);
    expect(shown.length).toBeLessThan(60);
  });

  it("is hidden in every encoding, whatever its characters and surroundings", () => {
    const secret = fc
      .string({ unit: "grapheme", minLength: 4, maxLength: 30 })
      .filter((one) => one.trim().length >= 4);
    const around = fc.stringMatching(/^[ -~]{0,20}$/);
    const form = fc.constantFrom(...Object.values(FORMS));
    fc.assert(
      fc.property(secret, around, around, form, (one, before, behind, write) => {
        expect(hide(`${before} ${write(one)} ${behind}`, one)).toContain(MARK);
      }),
      { seed: 6, numRuns: 2000 },
    );
  });

  it("is hidden completely when encoded, and the text around it is kept", () => {
    const header = `Basic ${base64("ada:opensesame")}`;
    expect(hide(`got "${header}" and no more`, "opensesame")).toBe(`got "Basic ${MARK}" and no more`);
    expect(hide("ada:opensesame", "opensesame", "ada:opensesame")).toBe(MARK);
    expect(hide("opensesame, opensesame", "opensesame")).toBe(`${MARK}, ${MARK}`);
  });

  it.each(["c=1", "a-b", "$1", "^", "a)", "[", "\\", "/", "é.", "x y"])(
    "is hidden as a separate word when it is short: %j",
    (secret) => {
      expect(hide(`it was "${secret}", no?`, secret)).toBe(`it was "${MARK}", no?`);
      expect(hide("up and p", "p")).toBe(`up and ${MARK}`);
    },
  );

  it("hides nothing when it is empty or blank", () => {
    expect(hide("a b", "", " ")).toBe("a b");
  });

  it("is not found in other text", () => {
    const unchanged = fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(hide(text, "correct-horse-battery")).toBe(text);
    });
    fc.assert(unchanged, { seed: 6 });
  });
});
