import { describe, expect, it } from "vitest";
import { shadesOf } from "../../../src/domain/page/brand_color.ts";
import { contrastRatio, parseColour } from "../../../src/domain/page/contrast.ts";
import { BRANDING_COLORS, DARK_COLORS } from "../../../src/schema/branding_colors.ts";

const contrast = (one: string, other: string) => contrastRatio(parseColour(one)!, parseColour(other)!);

describe("a brand colour", () => {
  it.each(["#ffffff", "#000000", "#ffd400", "#0a2540", "rgb(99, 91, 255)", "#12d18e80"])(
    "is readable in light and dark mode: %s",
    (color) => {
      const { light, dark } = shadesOf(color);
      expect(contrast(light, BRANDING_COLORS.cardBackground.standard)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(light, BRANDING_COLORS.backgroundColor.standard)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(dark, DARK_COLORS.cardBackground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(dark, DARK_COLORS.backgroundColor)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it("is unchanged if it is readable", () => {
    expect(shadesOf("#0a2540").light).toBe("#0a2540");
    expect(shadesOf("#7dd3fc").dark).toBe("#7dd3fc");
  });
});
