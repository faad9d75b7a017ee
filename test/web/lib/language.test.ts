import { describe, expect, it } from "vitest";
import { decideLanguage } from "../../../web/lib/language.ts";

describe("decideLanguage", () => {
  it("uses the chosen language, then the browser's first supported one", () => {
    expect(decideLanguage("pl", ["en"])).toBe("pl");
    expect(decideLanguage(null, ["de-DE", "pl-PL", "en"])).toBe("pl");
    expect(decideLanguage(null, ["en-GB", "pl"])).toBe("en");
  });

  it("falls back to English for unsupported languages and invalid stored values", () => {
    expect(decideLanguage(null, ["de"])).toBe("en");
    expect(decideLanguage("xx", [])).toBe("en");
  });
});
