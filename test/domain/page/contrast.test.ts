import { describe, expect, it } from "vitest";
import {
  type Colour,
  contrastRatio,
  layColour,
  parseColour,
  toHex,
} from "../../../src/domain/page/contrast.ts";

const colour = (text: string): Colour => parseColour(text) ?? [0, 0, 0, 0];

describe("parseColour", () => {
  it("parses every format that branding accepts", () => {
    expect(colour("#fff")).toEqual([255, 255, 255, 1]);
    expect(colour("#12345678")[3]).toBeCloseTo(0.47, 2);
    expect(colour("rgb(10, 20, 30)")).toEqual([10, 20, 30, 1]);
    expect(colour("rgba(100% 0% 50% / 25%)")).toEqual([255, 0, 127.5, 0.25]);
    expect(parseColour("teal")).toBeNull();
    expect(parseColour("#12345")).toBeNull();
  });
});

describe("contrastRatio", () => {
  it("is 21 for black on white, and 1 for the same colour", () => {
    expect(contrastRatio(colour("#000"), colour("#fff"))).toBe(21);
    expect(contrastRatio(colour("#777"), colour("#777"))).toBe(1);
  });

  it("matches WCAG in either order", () => {
    expect(contrastRatio(colour("#767676"), colour("#fff"))).toBeCloseTo(4.54, 2);
    expect(contrastRatio(colour("#fff"), colour("#767676"))).toBeCloseTo(4.54, 2);
  });

  it("blends transparent colours", () => {
    expect(toHex(layColour(colour("rgba(0,0,0,0.5)"), colour("#fff")))).toBe("#808080");
  });
});
