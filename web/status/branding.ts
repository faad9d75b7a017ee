import type { PublicBranding } from "../../src/schema/public_page.ts";

const NAME = /^--svc-[a-z-]+$/;
const COLOUR = /^(?:#[0-9a-f]{3,8}|rgba?\([\d\s.,%/]+\))$/i;

/** Escaped: custom values must not end the style element. */
export function brandingRules({ enabled, brand, colors, darkColors, customCss }: PublicBranding): string {
  if (!enabled) return brand ? brandRule(brand) : "";
  const dark = darkColors ? `@media (prefers-color-scheme:dark){${colourRule(darkColors)}}` : "";
  return `${colourRule(colors)}${dark}${customCss
    .replaceAll("\0", "")
    .replace(/\r\n?/g, "\n")
    .replace(/<\/(?=style)/gi, "<\\/")}`;
}

/** The accent is left alone: it also marks maintenance and must not look like another status. */
function brandRule({ light, dark }: NonNullable<PublicBranding["brand"]>): string {
  if (!COLOUR.test(light) || !COLOUR.test(dark)) return "";
  const shade = `light-dark(${light},${dark})`;
  return `:root{--svc-primary:${shade};--link:${shade};--brand:${shade}}`;
}

function colourRule(colors: Readonly<Record<string, string>>): string {
  const variables = Object.entries(colors)
    .filter(([name, colour]) => NAME.test(name) && COLOUR.test(colour))
    .map(([name, colour]) => `${name}:${colour}`)
    .join(";");
  const scheme = isDark(colors["--svc-bg"] ?? "") ? "dark" : "light";
  return `:root{color-scheme:${scheme};${variables}}`;
}

function isDark(colour: string): boolean {
  const hex = /^#([0-9a-f]{6}|[0-9a-f]{3})/i.exec(colour)?.[1];
  const parts = hex
    ? (hex.length === 3 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? [])).map((digits) =>
        Number.parseInt(digits, 16),
      )
    : (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const [red = 255, green = 255, blue = 255] = parts;
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}
