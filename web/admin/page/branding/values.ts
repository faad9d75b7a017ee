import { shadesOf } from "../../../../src/domain/page/brand_color.ts";
import { parseColour } from "../../../../src/domain/page/contrast.ts";
import type { Branding } from "../../../../src/schema/branding.ts";
import { BRANDING_COLORS, type BrandingColor, COLOR_NAMES } from "../../../../src/schema/branding_colors.ts";
import { isLinkAddress } from "../../../../src/schema/link_address.ts";
import type { PublicPage } from "../../../../src/schema/public_page.ts";
import { withBarDays } from "../preview/data.ts";

type Threshold = "uptimeThresholdUp" | "uptimeThresholdDegraded" | "uptimeThresholdPartial";
type OnOff = "enabled" | "showHero" | "showFooter" | "showProjectLink";

const SWITCHES: readonly OnOff[] = ["enabled", "showHero", "showFooter", "showProjectLink"];
export const THRESHOLDS: readonly Threshold[] = [
  "uptimeThresholdUp",
  "uptimeThresholdDegraded",
  "uptimeThresholdPartial",
];

export type Values = Pick<
  Branding,
  "siteName" | "logoType" | "logoText" | "footerLinks" | "barDays" | "customCss" | "brandColor" | "darkColors"
> &
  Record<BrandingColor | Threshold, string> &
  Record<OnOff, boolean>;

export function toValues(stored: Branding): Values {
  const { siteName, logoType, logoText, footerLinks, barDays, customCss, brandColor, darkColors } = stored;
  return {
    brandColor,
    darkColors,
    siteName,
    footerLinks,
    barDays,
    logoType,
    logoText,
    customCss,
    ...pick(COLOR_NAMES, (name) => stored[name]),
    ...pick(THRESHOLDS, (name) => String(stored[name])),
    ...pick(SWITCHES, (name) => stored[name] === 1),
  };
}

export function toChange(values: Values) {
  const { siteName, logoType, logoText, footerLinks, barDays, customCss, brandColor, darkColors } = values;
  return {
    brandColor,
    darkColors,
    siteName,
    footerLinks,
    barDays,
    logoType,
    logoText,
    customCss,
    ...pick(COLOR_NAMES, (name) => values[name]),
    ...pick(THRESHOLDS, (name) => numberOf(values[name]) as number),
    ...pick(SWITCHES, (name) => values[name]),
  };
}

export const STANDARD_COLOURS = pick(COLOR_NAMES, (name): string => BRANDING_COLORS[name].standard);

export function withBranding(page: PublicPage, values: Values, images: Branding): PublicPage {
  const { logoUrl, logoLightUrl, logoDarkUrl, faviconUrl } = images;
  const colors = toVariables(values);
  const dark = values.darkColors && { darkColors: toVariables(values.darkColors) };
  const { siteName, logoType, logoText, customCss } = values;
  const footerLinks = values.footerLinks.filter(
    ({ label, url }) => label.trim() !== "" && isLinkAddress(url),
  );
  const switches = pick(SWITCHES, (name): 0 | 1 => (values[name] ? 1 : 0));
  const shown = { logoUrl, logoLightUrl, logoDarkUrl, faviconUrl, logoType, logoText, customCss, colors };
  const long = page.site.barDays === values.barDays ? page : withBarDays(page, values.barDays);
  const { darkColors: _, brand: __, ...before } = long.site;
  const { brandColor } = values;
  const brand = brandColor && parseColour(brandColor) ? { brand: shadesOf(brandColor) } : {};
  return {
    ...long,
    site: { ...before, ...shown, ...brand, ...dark, ...switches, footerLinks, name: siteName },
  };
}

function toVariables(colors: Readonly<Record<BrandingColor, string>>): Record<string, string> {
  return Object.fromEntries(COLOR_NAMES.map((name) => [BRANDING_COLORS[name].variable, colors[name]]));
}

function numberOf(text: string): number | string {
  const number = Number(text.trim().replace(",", "."));
  return text.trim() === "" || Number.isNaN(number) ? text : number;
}

export function pick<K extends string, T>(names: readonly K[], make: (name: K) => T): Record<K, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<K, T>;
}
