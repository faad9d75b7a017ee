/** Minimum contrast by WCAG 2.2, for text and for lines and buttons. */
export const READABLE = 4.5;
export const VISIBLE = 3;

export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

export function parseColour(text: string): Colour | null {
  const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text.trim())?.[1];
  if (hex) {
    const digits = hex.length <= 4 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? []);
    const [red = 0, green = 0, blue = 0, alpha = 255] = digits.map((two) => Number.parseInt(two, 16));
    return [red, green, blue, alpha / 255];
  }
  const parts = /^rgba?\(([^)]*)\)$/i.exec(text.trim())?.[1]?.match(/[\d.]+%?/g);
  if (!parts || parts.length < 3) return null;
  const share = (part: string, whole: number) =>
    part.endsWith("%") ? (Number.parseFloat(part) / 100) * whole : Number.parseFloat(part);
  const [red = 0, green = 0, blue = 0] = parts.slice(0, 3).map((part) => Math.min(255, share(part, 255)));
  return [red, green, blue, Math.min(1, share(parts[3] ?? "1", 1))];
}

export function layColour([red, green, blue, alpha]: Colour, under: Colour): Colour {
  const mix = (over: number, below: number) => over * alpha + below * (1 - alpha);
  return [mix(red, under[0]), mix(green, under[1]), mix(blue, under[2]), 1];
}

export function contrastRatio(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

export function toHex([red, green, blue]: Colour): string {
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
