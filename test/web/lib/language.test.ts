import { describe, expect, it } from "vitest";
import { decideLanguage } from "../../../web/lib/language.ts";

describe("decideLanguage", () => {
  it("takes the chosen language, then the first of the browser's that the panel has", () => {
    expect(decideLanguage("pl", ["en"])).toBe("pl");
    expect(decideLanguage(null, ["de-DE", "pl-PL", "en"])).toBe("pl");
    expect(decideLanguage(null, ["en-GB", "pl"])).toBe("en");
  });

  it("is English where it has none of them, and where the stored value is no language", () => {
    expect(decideLanguage(null, ["de"])).toBe("en");
    expect(decideLanguage("xx", [])).toBe("en");
  });
});
