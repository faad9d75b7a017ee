import { z } from "zod";
import { utf8 } from "../lib/bytes.ts";
import { BRANDING_COLORS, type BrandingColor, COLOR_NAMES } from "./branding_colors.ts";
import { line } from "./common.ts";
import { listUpTo, trimmedText } from "./limits.ts";
import { isLinkAddress } from "./link_address.ts";
import { versioned, versionRead } from "./version.ts";

export const DEFAULT_SITE_NAME = "Status Page";

const MOST_CSS_BYTES = 200 * 1024;

const onOff = z
  .union([z.literal(0), z.literal(1), z.boolean()], "Use 0, 1, true or false.")
  .transform((on): 0 | 1 => (on ? 1 : 0));

const HEX = "[0-9a-fA-F]";
const RGB = "[rR][gG][bB][aA]?";
const NUMBER = String.raw`\d{1,3}(?:\.\d{1,6})?%?`;
const ALPHA = String.raw`(?:\d?\.\d{1,6}|\d{1,3}%|[01](?:\.0{1,6})?)`;
const COLOR = new RegExp(
  [
    `#(?:${HEX}{3,4}|${HEX}{6}|${HEX}{8})`,
    String.raw`${RGB}\(\s*${NUMBER}(?:\s*,\s*${NUMBER}){2}(?:\s*,\s*${ALPHA})?\s*\)`,
    String.raw`${RGB}\(\s*${NUMBER}(?:\s+${NUMBER}){2}(?:\s*/\s*${ALPHA})?\s*\)`,
  ]
    .map((form) => `^${form}$`)
    .join("|"),
);
const color = z
  .string()
  .trim()
  .max(60, "Use a hex colour, rgb() or rgba().")
  .regex(COLOR, "Use a hex colour, rgb() or rgba().");

const colors = <T>(make: (name: BrandingColor) => T) =>
  Object.fromEntries(COLOR_NAMES.map((name) => [name, make(name)])) as Record<BrandingColor, T>;

const footerLink = z.object({
  label: line(60),
  url: trimmedText(2000).refine(
    isLinkAddress,
    "Use an https, http or mailto address, such as https://example.com/privacy.",
  ),
});
export type FooterLink = z.output<typeof footerLink>;

const barDays = z.union([z.literal(30), z.literal(60), z.literal(90)], "Use 30, 60 or 90.");
const threshold = z.number().min(0, "Use 0 to 100.").max(100, "Use 0 to 100.");
const logoText = trimmedText(40).refine(
  (text) => !/\p{Cc}/u.test(text),
  "Leave out line breaks and control characters.",
);
const customCss = z.string().refine((text) => utf8(text).length <= MOST_CSS_BYTES, "Use at most 200 KB.");

export const brandingFields = {
  enabled: onOff,
  siteName: line(100),
  logoType: z.enum(["image", "text"]),
  logoText,
  ...colors(() => color),
  brandColor: color.nullable().meta({
    description:
      "The colour of links, charts and buttons in light and dark mode, adjusted for contrast. Custom branding uses its 14 colours instead.",
  }),
  darkColors: z
    .object(colors(() => color))
    .nullable()
    .meta({
      description: "Dark mode colours of custom branding. Null: the same as in light mode.",
    }),
  showHero: onOff,
  showFooter: onOff,
  showProjectLink: onOff,
  footerLinks: listUpTo(5, footerLink, "links").meta({
    description: "Links in the page's footer, such as support, imprint and privacy.",
  }),
  barDays: barDays.meta({ description: "The number of days in the page's uptime bars." }),
  uptimeThresholdUp: threshold,
  uptimeThresholdDegraded: threshold,
  uptimeThresholdPartial: threshold,
  customCss,
};

export const brandingChange = z.object(brandingFields).partial().extend(versionRead);
export type BrandingChange = z.output<typeof brandingChange>;

const bit = (standard: 0 | 1) => z.union([z.literal(0), z.literal(1)]).default(standard);
const image = z.string().nullable().default(null);

export const branding = z.object({
  enabled: bit(0),
  siteName: z.string().default(DEFAULT_SITE_NAME),
  logoType: z.enum(["image", "text"]).default("image"),
  logoText: z.string().default(""),
  logoUrl: image,
  logoLightUrl: image,
  logoDarkUrl: image,
  faviconUrl: image,
  ...colors((name) => z.string().default(BRANDING_COLORS[name].standard)),
  brandColor: z.string().nullable().default(null),
  darkColors: z
    .object(colors(() => z.string()))
    .nullable()
    .default(null),
  showHero: bit(1),
  showFooter: bit(1),
  showProjectLink: bit(1),
  footerLinks: z.array(z.object({ label: z.string(), url: z.string() })).default([]),
  barDays: barDays.default(30),
  uptimeThresholdUp: z.number().default(99.9),
  uptimeThresholdDegraded: z.number().default(99),
  uptimeThresholdPartial: z.number().default(95),
  customCss: z.string().default(""),
});
export type Branding = z.output<typeof branding>;

export const brandingResponse = branding.extend(versioned).meta({ id: "Branding" });
export type BrandingResponse = z.output<typeof brandingResponse>;

export type BrandingImage = "logoUrl" | "logoLightUrl" | "logoDarkUrl" | "faviconUrl";
