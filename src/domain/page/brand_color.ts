import { BRANDING_COLORS, DARK_COLORS } from "../../schema/branding_colors.ts";
import { type Colour, contrastRatio, layColour, parseColour, READABLE, toHex } from "./contrast.ts";

interface BrandShades {
  light: string;
  dark: string;
}

const STEP = 0.06;

export function shadesOf(brandColor: string): BrandShades {
  const { textColor, cardBackground } = BRANDING_COLORS;
  return {
    light: toReadable(brandColor, { ground: cardBackground.standard, towards: textColor.standard }),
    dark: toReadable(brandColor, { ground: DARK_COLORS.cardBackground, towards: DARK_COLORS.textColor }),
  };
}

function toReadable(color: string, { ground, towards }: { ground: string; towards: string }): string {
  const under = colourOf(ground);
  const own = layColour(colourOf(color), under);
  const [red, green, blue] = colourOf(towards);
  for (let share = 0; share < 1; share += STEP) {
    const shade = toHex(layColour([red, green, blue, share], own));
    if (contrastRatio(colourOf(shade), under) >= READABLE) return shade;
  }
  return towards;
}

function colourOf(text: string): Colour {
  return parseColour(text) ?? [0, 0, 0, 1];
}
