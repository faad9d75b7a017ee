import type { PublicBranding } from "../../../../src/schema/public_page.ts";
import { brandingRules } from "../../../status/branding.ts";
import statusCss from "../../../status/css/status.css?inline";

/** The panel's CSP blocks style elements, but not constructed style sheets. */
export function makeSheets(view: typeof globalThis, texts: readonly string[]): CSSStyleSheet[] {
  return texts.map((text) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
}

export function pageStyles({ darkColors, ...site }: PublicBranding, theme: "light" | "dark"): string[] {
  const colors = theme === "dark" ? (darkColors ?? site.colors) : site.colors;
  return [statusCss, brandingRules({ ...site, colors })];
}

export function blockStyles(site: PublicBranding): string[] {
  return pageStyles(site, "light").map((text) =>
    text.replaceAll(/:root((?:\[[^\]]*\])|(?::not\([^)]*\)))?/g, (_, condition: string | undefined) =>
      condition ? `:host(${condition})` : ":host",
    ),
  );
}
