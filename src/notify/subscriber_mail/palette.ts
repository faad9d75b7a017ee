import {
  type Colour,
  contrastRatio,
  layColour,
  parseColour,
  READABLE,
  toHex,
  VISIBLE,
} from "../../domain/page/contrast.ts";
import {
  BRANDING_COLORS,
  type BrandingColor,
  COLOR_NAMES,
  DARK_COLORS,
} from "../../schema/branding_colors.ts";

export type MailTone = "up" | "degraded" | "partial" | "down" | "maintenance" | "quiet";

interface Ink {
  text: string;
  muted: string;
  link: string;
}

/** All colours are `#rrggbb`, which every mail program understands. */
export interface Palette {
  ground: string;
  onGround: Ink;
  card: string;
  onCard: Ink;
  border: string;
  code: string;
  button: string;
  onButton: string;
  tones: Readonly<Record<MailTone, string>>;
}

type BrandColors = Readonly<Record<BrandingColor, string>>;

const WHITE: Colour = [255, 255, 255, 1];
const BLACK: Colour = [0, 0, 0, 1];

const STANDARD = Object.fromEntries(
  COLOR_NAMES.map((name) => [name, BRANDING_COLORS[name].standard]),
) as BrandColors;

export interface Palettes {
  light: Palette;
  dark: Palette;
}

const standard: Palettes = { light: toPalette(STANDARD), dark: toPalette(DARK_COLORS) };
const known = new WeakMap<BrandColors, Palettes>();

export function palettesOf(colors: BrandColors | null, dark?: BrandColors): Palettes {
  if (colors === null) return standard;
  const palettes = known.get(colors) ?? toPalettes(colors, dark);
  known.set(colors, palettes);
  return palettes;
}

function toPalettes(colors: BrandColors, dark?: BrandColors): Palettes {
  const own = toPalette(colors);
  if (dark) return { light: own, dark: toPalette(dark) };
  const isDark = contrastRatio(colourOf(own.ground), WHITE) > contrastRatio(colourOf(own.ground), BLACK);
  return { light: own, dark: isDark ? own : toPalette({ ...DARK_COLORS, ...brandOf(colors) }) };
}

function brandOf(colors: BrandColors): Partial<BrandColors> {
  const ground = colourOf(DARK_COLORS.cardBackground);
  const names: readonly BrandingColor[] = ["primaryColor", "accentColor"];
  const isVisible = (name: BrandingColor) => contrastRatio(colourOf(colors[name]), ground) >= VISIBLE;
  return Object.fromEntries(names.filter(isVisible).map((name) => [name, colors[name]]));
}

function toPalette(colors: BrandColors): Palette {
  const ground = layColour(colourOf(colors.backgroundColor), WHITE);
  const card = layColour(colourOf(colors.cardBackground), ground);
  const on = (name: BrandingColor) => layColour(colourOf(colors[name]), card);
  const onCard = toInk(colors, card);
  const [text, code] = [colourOf(onCard.text), on("elevatedBackground")];
  const button = contrastRatio(on("primaryColor"), card) >= VISIBLE ? on("primaryColor") : text;
  return {
    ground: toHex(ground),
    onGround: toInk(colors, ground),
    card: toHex(card),
    onCard,
    border: toHex(mix(on("cardBorderColor"), card, 0.55)),
    code: toHex(contrastRatio(text, code) >= READABLE ? code : card),
    button: toHex(button),
    onButton: toHex(strongest(button)),
    tones: {
      up: toHex(on("statusUpColor")),
      degraded: toHex(on("statusDegradedColor")),
      partial: toHex(on("statusPartialColor")),
      down: toHex(on("statusDownColor")),
      maintenance: toHex(on("accentColor")),
      quiet: onCard.muted,
    },
  };
}

/** Falls back where a chosen colour would be unreadable: a page may have a dark card on a light background. */
function toInk(colors: BrandColors, ground: Colour): Ink {
  const on = (name: BrandingColor) => layColour(colourOf(colors[name]), ground);
  const isReadable = (colour: Colour) => contrastRatio(rounded(colour), rounded(ground)) >= READABLE;
  const text = isReadable(on("textColor")) ? on("textColor") : strongest(ground);
  const [muted, accent] = [on("textMutedColor"), on("accentColor")];
  const link = [mix(accent, text, 0.62), mix(accent, text, 0.3)].find(isReadable) ?? text;
  return { text: toHex(text), muted: toHex(isReadable(muted) ? muted : text), link: toHex(link) };
}

function rounded(colour: Colour): Colour {
  return colourOf(toHex(colour));
}

function strongest(ground: Colour): Colour {
  return contrastRatio(BLACK, ground) > contrastRatio(WHITE, ground) ? BLACK : WHITE;
}

function mix([red, green, blue]: Colour, under: Colour, share: number): Colour {
  return layColour([red, green, blue, share], under);
}

function colourOf(text: string): Colour {
  return parseColour(text) ?? BLACK;
}
