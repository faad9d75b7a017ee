import { generateHydrationScript, renderToString } from "solid-js/web";
import { escapeHtml } from "../../src/lib/escape_html.ts";
import type { PublicPage } from "../../src/schema/public_page.ts";
import { arrangeBands, bandRules } from "./bands.ts";
import { brandingRules } from "./branding.ts";
import { iconOf, titleOf } from "./head.ts";
import { MARKS } from "./marks.ts";
import { StatusPage } from "./StatusPage.tsx";
import { sentOf } from "./sent.ts";
import { THEME_SCRIPT } from "./theme.ts";
import type { RenderDocument, RenderOptions, StatusView } from "./view.ts";

/** Names of the built files, put here by the build. */
declare const STATUS_ASSETS: { script: string; style: string };

/** Its types are those of the browser, where it writes nothing. */
const writeHydrationScript = generateHydrationScript as unknown as (options: {
  eventNames: string[];
}) => string;

const hydrationScript =
  /^<script>([\s\S]*?)<\/script>/.exec(writeHydrationScript({ eventNames: ["click"] }))?.[1] ?? "";

/** Has no part that depends on the page: its hash in the policy is the same for all. */
const START_SCRIPT = THEME_SCRIPT + hydrationScript;

export const renderDocument: RenderDocument = (page, view, options) => {
  const sent = sentOf({ page, view, options });
  const body = renderToString(() => (
    <StatusPage
      page={() => sent.page}
      isStale={() => options.isStale === true}
      view={sent.view}
      options={sent.options}
    />
  ));
  const theme = page.site.enabled ? "custom" : options.theme;
  const rules = bandRules(arrangeBands(sent.page.layout.children)) + brandingRules(page.site);
  const style = rules === "" ? "" : `<style>${rules}</style>`;
  return `<!doctype html><html lang="${escapeHtml(page.locale)}"${theme ? ` data-theme="${theme}"` : ""}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(titleOf(page, view))}</title><script>${START_SCRIPT}</script><link rel="stylesheet" href="${STATUS_ASSETS.style}">${style}<script type="module" src="${STATUS_ASSETS.script}"></script>${linksOf(page, view, options)}</head><body>${MARKS}<div id="root">${body}</div><script type="application/json" id="sent">${jsonForScript(sent)}</script></body></html>`;
};

function linksOf(page: PublicPage, view: StatusView, { path, origin, isStale }: RenderOptions): string {
  const address = escapeHtml((page.site.url ?? origin).replace(/\/$/, "") + path);
  const status = page.texts[`overall.${isStale ? "unknown" : page.overall.status}`] ?? "";
  const feeds = page.subscriptions.enabled && page.subscriptions.rss;
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
      ? `<link rel="alternate" type="application/rss+xml" title="${name}" href="/api/v1/public/incidents.rss"><link rel="alternate" type="application/atom+xml" title="${name}" href="/api/v1/public/incidents.atom">`
      : "",
  ].join("");
}

/** Nothing in it can end the element it stands in, or begin another. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
