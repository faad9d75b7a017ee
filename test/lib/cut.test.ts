import { describe, expect, it } from "vitest";
import { countBytes, countCharacters, cutText } from "../../src/lib/cut.ts";
import { escapeHtml } from "../../src/lib/escape_html.ts";

describe("cutText", () => {
  it("leaves what fits and marks what is cut", () => {
    expect(cutText("abcd", 4)).toBe("abcd");
    expect(cutText("abcde", 4)).toBe("abc…");
    expect(cutText("abc", 1)).toBe("…");
    expect(cutText("abc", 0)).toBe("");
  });

  it("cuts no character in two", () => {
    expect(cutText("a😀b", 3)).toBe("a…");
    expect(cutText("😀😀😀", 5)).toBe("😀😀…");
  });

  it("cuts no escape in two", () => {
    expect(cutText("a<b", 5, { escape: escapeHtml })).toBe("a…");
    expect(cutText("a<b", 6, { escape: escapeHtml })).toBe("a&lt;b");
    expect(cutText("<<<", 9, { escape: escapeHtml })).toBe("&lt;&lt;…");
  });

  it("measures as asked", () => {
    expect(cutText("żółw!", 8, { measure: countBytes })).toBe("żółw!");
    expect(cutText("żółw!", 7, { measure: countBytes })).toBe("żó…");
    expect(cutText("😀😀😀", 2, { measure: countCharacters })).toBe("😀…");
  });
});
