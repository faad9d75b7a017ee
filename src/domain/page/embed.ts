import { escapeHtml } from "../../lib/escape_html.ts";
import { BRANDING_COLORS, type BrandingColor, DARK_COLORS } from "../../schema/branding_colors.ts";
import type { EmbedColors, EmbedFrameOptions, EmbedState } from "../../schema/embed.ts";
import type { PublicPage } from "../../schema/public_page.ts";
import { directionOf, languageAttributes } from "./language.ts";
import type { PageShell } from "./view.ts";

type Overall = PublicPage["overall"]["status"];
type Site = PublicPage["site"];

const ITEMS = 5;
const IMPACTS = ["critical", "major", "minor"] as const;
const TONES: Record<Overall, BrandingColor> = {
  operational: "statusUpColor",
  degraded: "statusDegradedColor",
  partial_outage: "statusPartialColor",
  major_outage: "statusDownColor",
  under_maintenance: "accentColor",
  pending: "textMutedColor",
};

export function describeEmbed(page: PublicPage, { baseUrl }: { baseUrl: string }): EmbedState {
  const { site, locale, texts, overall } = page;
  const textOf = (key: string) => texts[key] ?? "";
  const incidents = page.incidents
    .filter(({ status }) => status !== "resolved")
    .toSorted((a, b) => IMPACTS.indexOf(a.impact) - IMPACTS.indexOf(b.impact))
    .map(({ id, title }) => ({ title, url: `${baseUrl}/incidents/${id}` }));
  const windows = page.maintenances
    .filter(({ status }) => status === "in_progress")
    .map(({ id, name }) => ({ title: name, url: `${baseUrl}/maintenance/${id}` }));
  return {
    name: site.name,
    url: `${baseUrl}/`,
    lang: locale,
    dir: directionOf(locale),
    status: overall.status,
    text: textOf(`overall.${overall.status}`),
    items: [...incidents, ...windows].slice(0, ITEMS),
    words: { close: textOf("subscribe.close"), all: textOf("page.back") },
    colors: colorsOf(site, overall.status),
  };
}

function colorsOf({ colors, darkColors, enabled }: Site, status: Overall): EmbedState["colors"] {
  const standard = (name: BrandingColor) => BRANDING_COLORS[name].standard;
  const own = (name: BrandingColor) => colors[BRANDING_COLORS[name].variable] ?? standard(name);
  const dark = (name: BrandingColor) =>
    enabled ? (darkColors?.[BRANDING_COLORS[name].variable] ?? own(name)) : DARK_COLORS[name];
  const pick = (colorOf: (name: BrandingColor) => string): EmbedColors => ({
    background: colorOf("cardBackground"),
    border: colorOf("cardBorderColor"),
    text: colorOf("textColor"),
    tone: colorOf(TONES[status]),
  });
  return { light: pick(own), dark: pick(dark) };
}

export function writeEmbedFrame(
  { site, locale, texts }: PageShell,
  { theme, when }: Pick<EmbedFrameOptions, "theme" | "when">,
): string {
  const name = escapeHtml(site.name);
  const scheme = theme === "auto" ? "light dark" : theme;
  const link = `<a href="./" target="_blank" rel="noopener">${escapeHtml(texts["page.back"] ?? "")}</a>`;
  return (
    `<!doctype html><html ${languageAttributes(locale)}><head><meta charset="utf-8"><title>${name}</title>` +
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="${scheme}">` +
    `<meta name="robots" content="noindex"></head><body><noscript>${link}</noscript>` +
    `<script src="embed.js" data-position="frame" data-when="${when}" data-theme="${theme}" data-lang="${escapeHtml(locale)}"></script>` +
    `</body></html>`
  );
}

export function embedFramePolicy(origins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origins.length === 0 ? "'none'" : origins.join(" ")}`,
  ].join("; ");
}
