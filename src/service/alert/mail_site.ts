import { shadesOf } from "../../domain/page/brand_color.ts";
import { type Env, variablesOf } from "../../env.ts";
import type { MailSite } from "../../notify/subscriber_mail/facts.ts";
import type { Branding } from "../../schema/branding.ts";
import {
  BRANDING_COLORS,
  type BrandingColor,
  COLOR_NAMES,
  DARK_COLORS,
} from "../../schema/branding_colors.ts";

export function toMailSite(
  env: Env,
  look: Branding,
  url: string | null = variablesOf(env).publicUrl,
): MailSite | null {
  if (url === null) return null;
  const { publicUrl } = variablesOf(env);
  // Pages below PUBLIC_URL share its uploads; a page with a hostname has them there.
  const base = publicUrl && url.startsWith(publicUrl) ? publicUrl : new URL(url).origin;
  const { enabled, siteName, logoType, logoText, logoUrl, logoLightUrl, logoDarkUrl } = look;
  const address = (image: string | null) => (logoType === "image" ? toWebAddress(base, image) : null);
  return {
    name: siteName,
    url,
    wordmark: logoText || siteName,
    logoUrl: address(enabled ? logoUrl : (logoLightUrl ?? logoDarkUrl)),
    logoDarkUrl: enabled ? null : address(logoDarkUrl),
    ...colorsOf(look),
  };
}

function colorsOf(look: Branding): Pick<MailSite, "colors" | "darkColors"> {
  const { enabled, brandColor, darkColors } = look;
  const colorsBy = (colorOf: (name: BrandingColor) => string) =>
    Object.fromEntries(COLOR_NAMES.map((name) => [name, colorOf(name)])) as Record<BrandingColor, string>;
  if (enabled) return { colors: colorsBy((name) => look[name]), ...(darkColors && { darkColors }) };
  if (!brandColor) return { colors: null };
  const { light, dark } = shadesOf(brandColor);
  const standard = colorsBy((name) => BRANDING_COLORS[name].standard);
  return {
    colors: { ...standard, primaryColor: light },
    darkColors: { ...DARK_COLORS, primaryColor: dark },
  };
}

function toWebAddress(base: string, image: string | null): string | null {
  if (!image) return null;
  const url = URL.parse(image.startsWith("/") ? `${base}${image}` : image);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}
