import { languageAttributes } from "../../src/domain/page/language.ts";
import { wordOfOverall } from "../../src/domain/page/status.ts";
import { escapeHtml } from "../../src/lib/escape_html.ts";
import type { PublicPage } from "../../src/schema/public_page.ts";
import { brandingRules } from "./branding.ts";
import { iconOf, titleOf } from "./head.ts";
import { markIcon } from "./marks.ts";
import { THEME_SCRIPT } from "./theme.ts";
import type { RenderOptions, StatusView } from "./view.ts";

interface Parts {
  title: string;
  theme: RenderOptions["theme"];
  script: string;
  style: string;
  base?: string;
  prefix?: string | undefined;
  rules: string;
  links: string;
  body: string;
  data?: { id: string; value: unknown };
}

export function writeDocument({ site, locale }: Pick<PublicPage, "site" | "locale">, parts: Parts): string {
  const theme = site.enabled ? "custom" : parts.theme;
  const rules = parts.rules + brandingRules(site);
  const inline = rules === "" ? "" : `<style>${rules}</style>`;
  const data = parts.data
    ? `<script type="application/json" id="${parts.data.id}">${jsonForScript(parts.data.value)}</script>`
    : "";
  const sheets = [parts.base, parts.style].map((href) => (href ? linkToStyle(href) : ""));
  return `<!doctype html><html ${languageAttributes(locale)}${theme ? ` data-theme="${theme}"` : ""}${parts.prefix ? ` data-prefix="${escapeHtml(parts.prefix)}"` : ""}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(parts.title)}</title><script>${THEME_SCRIPT}</script>${sheets.join("")}${inline}<script type="module" src="${parts.script}"></script>${parts.links}</head><body>${parts.body}${data}</body></html>`;
}

/** `data-sheet` lets an open page compare this with a sheet that came inside the document. */
export function linkToStyle(href: string): string {
  return `<link rel="stylesheet" href="${href}" data-sheet="${href}">`;
}

export function linksOf(
  page: PublicPage,
  view: StatusView,
  { path, origin, isStale, prefix = "" }: RenderOptions,
): string {
  const address = escapeHtml((page.site.url ?? origin).replace(/\/$/, "") + path);
  const status = page.texts[isStale ? "overall.unknown" : wordOfOverall(page)] ?? "";
  const feeds = page.subscriptions.rss;
  const name = escapeHtml(page.site.name);
  return [
    `<link rel="icon" href="${escapeHtml(iconOf(page, isStale === true))}">`,
    `<link rel="canonical" href="${address}">`,
    `<meta name="description" content="${name}: ${escapeHtml(status)}">`,
    `<meta property="og:title" content="${escapeHtml(view.kind === "home" ? page.site.name : titleOf(page, view))}">`,
    `<meta property="og:description" content="${escapeHtml(status)}">`,
    `<meta property="og:url" content="${address}">`,
    view.kind === "not_found" ? '<meta name="robots" content="noindex">' : "",
    feeds
      ? `<link rel="alternate" type="application/rss+xml" title="${name}" href="${prefix}/api/v1/public/incidents.rss"><link rel="alternate" type="application/atom+xml" title="${name}" href="${prefix}/api/v1/public/incidents.atom">`
      : "",
  ].join("");
}

/** Search engines must not list sign-in and subscription pages. */
export function ownLinks({ faviconUrl }: PublicPage["site"]): string {
  const icon = escapeHtml(faviconUrl ?? markIcon("pending"));
  return `<link rel="icon" href="${icon}"><meta name="robots" content="noindex">`;
}

/** The value must not be able to end its script element or start another. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
