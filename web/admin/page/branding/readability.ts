import {
  type Colour,
  contrastRatio,
  layColour,
  parseColour,
  READABLE,
  VISIBLE,
} from "../../../../src/domain/page/contrast.ts";
import type { BrandingColor } from "../../../../src/schema/branding_colors.ts";
import { text } from "../../text/branding.ts";

/** The share of the accent in a link, as in the page's styles. */
const LINK_SHARE = 0.62;
const WHITE: Colour = [255, 255, 255, 1];
const GROUNDS = ["backgroundColor", "cardBackground", "elevatedBackground", "chartBackground"] as const;

/** The field itself reports invalid colours. */
export function findFaint(values: Readonly<Record<BrandingColor, string>>): string[] {
  const page = over(parseColour(values.backgroundColor), WHITE);
  const grounds = GROUNDS.map((name) => ({ name, colour: over(parseColour(values[name]), page ?? WHITE) }));
  const words = parseColour(values.textColor);
  const link = mix(parseColour(values.accentColor), words);
  const pairs = grounds.flatMap(({ name, colour }) => [
    { what: "textColor" as const, front: words, name, colour, needed: READABLE },
    {
      what: "textMutedColor" as const,
      front: parseColour(values.textMutedColor),
      name,
      colour,
      needed: READABLE,
    },
    ...(name === "backgroundColor" || name === "cardBackground"
      ? [{ what: "link" as const, front: link, name, colour, needed: READABLE }]
      : []),
    ...(name === "chartBackground"
      ? [
          {
            what: "primaryColor" as const,
            front: parseColour(values.primaryColor),
            name,
            colour,
            needed: VISIBLE,
          },
        ]
      : []),
  ]);
  return pairs.flatMap(({ what, front, name, colour, needed }) => {
    if (!front || !colour) return [];
    const ratio = contrastRatio(layColour(front, colour), colour);
    if (ratio >= needed) return [];
    // Rounded down: a contrast that is too low must not look sufficient.
    const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
    return [text.contrast.sentence(text.contrast.what[what], text.contrast.on[name], shown, String(needed))];
  });
}

function over(colour: Colour | null, under: Colour): Colour | null {
  return colour && layColour(colour, under);
}

function mix(accent: Colour | null, words: Colour | null): Colour | null {
  if (!accent || !words) return null;
  return layColour([accent[0], accent[1], accent[2], LINK_SHARE], words);
}
