import { describe, expect, it } from "vitest";
import { decideLanguage } from "../../../web/lib/language.ts";

describe("decideLanguage", () => {
  it("takes what was chosen, then the first that the browser asks for and the panel has", () => {
    expect(decideLanguage("pl", ["en"])).toBe("pl");
    expect(decideLanguage(null, ["de-DE", "pl-PL", "en"])).toBe("pl");
    expect(decideLanguage(null, ["en-GB", "pl"])).toBe("en");
  });

  it("is English where none of them is there, and where what was stored is no language", () => {
    expect(decideLanguage(null, ["de"])).toBe("en");
    expect(decideLanguage("xx", [])).toBe("en");
  });
});
