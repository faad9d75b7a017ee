import { describe, expect, it } from "vitest";
import { API_TOKEN, isTokenText, makeTokenText } from "../../src/lib/token_text.ts";

describe("an API token", () => {
  it("is upt_ and 40 base62 characters, and unique", () => {
    const texts = Array.from({ length: 200 }, () => makeTokenText(API_TOKEN));
    expect(texts.every((text) => /^upt_[0-9A-Za-z]{40}$/.test(text) && isTokenText(API_TOKEN, text))).toBe(
      true,
    );
    expect(new Set(texts).size).toBe(200);
  });

  it("is rejected with any one character changed", () => {
    const text = makeTokenText(API_TOKEN);
    for (let i = 4; i < text.length; i++) {
      const changed = text.slice(0, i) + (text[i] === "a" ? "b" : "a") + text.slice(i + 1);
      expect(isTokenText(API_TOKEN, changed)).toBe(false);
    }
  });
});
