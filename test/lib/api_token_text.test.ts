import { describe, expect, it } from "vitest";
import { isApiTokenText, makeApiTokenText } from "../../src/lib/api_token_text.ts";

describe("the text of an API token", () => {
  it("is upt_ and 40 base62 characters, never the same", () => {
    const texts = Array.from({ length: 200 }, makeApiTokenText);
    expect(texts.every((text) => /^upt_[0-9A-Za-z]{40}$/.test(text) && isApiTokenText(text))).toBe(true);
    expect(new Set(texts).size).toBe(200);
  });

  it("is refused with any one character changed", () => {
    const text = makeApiTokenText();
    for (let i = 4; i < text.length; i++) {
      const changed = text.slice(0, i) + (text[i] === "a" ? "b" : "a") + text.slice(i + 1);
      expect(isApiTokenText(changed)).toBe(false);
    }
  });
});
