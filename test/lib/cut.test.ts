import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countBytes, countCharacters, cutText } from "../../src/lib/cut.ts";
import { escapeHtml } from "../../src/lib/escape_html.ts";

describe("cutText", () => {
  it("keeps short text, and marks a cut", () => {
    expect(cutText("abcd", 4)).toBe("abcd");
    expect(cutText("abcde", 4)).toBe("abc…");
    expect(cutText("abc", 1)).toBe("…");
    expect(cutText("abc", 0)).toBe("");
  });

  it("never splits a character", () => {
    expect(cutText("a😀b", 3)).toBe("a…");
    expect(cutText("😀😀😀", 5)).toBe("😀😀…");
  });

  it("never splits an escape", () => {
    expect(cutText("a<b", 5, { escape: escapeHtml })).toBe("a…");
    expect(cutText("a<b", 6, { escape: escapeHtml })).toBe("a&lt;b");
    expect(cutText("<<<", 9, { escape: escapeHtml })).toBe("&lt;&lt;…");
  });

  it("keeps as many characters as fit", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "<", "&", "ż", "😀", "\ud83d") });
    const measure = fc.constantFrom(countBytes, countCharacters, (said: string) => said.length);
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 30 }), measure, (said, max, measured) => {
        const cut = cutText(said, max, { escape: escapeHtml, measure: measured });
        const isCut = measured(escapeHtml(said)) > max;
        let [kept, room] = ["", max - measured("…")];
        for (const escaped of Array.from(said, escapeHtml)) {
          room -= measured(escaped);
          if (room < 0) break;
          kept += escaped;
        }
        const marked = measured("…") > max ? "" : `${kept}…`;
        expect(cut).toBe(isCut ? marked : escapeHtml(said));
      }),
    );
  });

  it("uses the given measure", () => {
    expect(cutText("żółw!", 8, { measure: countBytes })).toBe("żółw!");
    expect(cutText("żółw!", 7, { measure: countBytes })).toBe("żó…");
    expect(cutText("😀😀😀", 2, { measure: countCharacters })).toBe("😀…");
  });
});
