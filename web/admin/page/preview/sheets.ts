import type { PublicBranding } from "../../../../src/schema/public_page.ts";
import { brandingRules } from "../../../status/branding.ts";
import statusCss from "../../../status/css/status.css?inline";

/** The page's own styles, made by rules and never by elements, which the panel's policy keeps out. */
export function makeSheets(view: typeof globalThis, texts: readonly string[]): CSSStyleSheet[] {
  return texts.map((text) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
}

export function pageStyles(site: PublicBranding): string[] {
  return [statusCss, brandingRules(site)];
}

/** The same where a shadow root, and not a document, is what they hang on. */
export function blockStyles(site: PublicBranding): string[] {
  return pageStyles(site).map((text) =>
    text.replaceAll(/:root((?:\[[^\]]*\])|(?::not\([^)]*\)))?/g, (_, condition: string | undefined) =>
      condition ? `:host(${condition})` : ":host",
    ),
  );
}
