import type { PageShell } from "../domain/page_view.ts";
import { sha256, toBase64 } from "../lib/bytes.ts";
import { etagOf } from "../lib/etag.ts";
import { gzip } from "../lib/gzip.ts";
import type { RenderedPage } from "./rendered_page.ts";

const STYLE = `
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1rem/1.5 system-ui, sans-serif;
    background: light-dark(#faf8ff, #12141c); color: light-dark(#131b2e, #e6e9f2); }
  main { max-width: 32rem; padding: 2rem; text-align: center; }
  h1 { margin: 0 0 .5rem; font-size: 1.5rem; }
  p { margin: 0 0 1.5rem; color: light-dark(#505f76, #a3adc2); }
  a { color: light-dark(#2450c4, #9db8ff); }
`;

/** What stands at `/` while nothing has been placed on the page. */
export async function renderEmptyPage(
  { site, locale }: Pick<PageShell, "site" | "locale">,
  { isPrivate = false } = {},
): Promise<RenderedPage> {
  const title = isPrivate ? "This status page is private" : "This status page is not configured yet";
  const text = isPrivate ? "Sign in to see it." : "Nothing has been placed on it so far.";
  const html = `<!doctype html>
<html lang="${escapeHtml(locale)}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(site.name)}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>${text}</p>
      <a href="/admin">Sign in</a>
    </main>
  </body>
</html>
`;
  const style = `'sha256-${toBase64(await sha256(STYLE))}'`;
  const policy = `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { html, gzip: await gzip(html), policy, etag: await etagOf(html) };
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
