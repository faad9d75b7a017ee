import { COPY_FILES, renderDocument } from "../../../dist/status/render.js";
import type { StaticCopy, StatusView } from "../../../web/status/view.ts";
import { documentPolicy } from "../../lib/security_headers.ts";
import type { PublicPage } from "../../schema/public_page.ts";

const CHARSET = '<meta charset="utf-8">';

/** The policy is in a <meta> tag, because files have no headers. */
export function drawCopy(
  page: PublicPage,
  view: StatusView,
  { path, copy }: { path: string; copy: StaticCopy },
): string {
  const html = renderDocument(page, view, { path, origin: page.site.url ?? "", copy });
  const policy = `<meta http-equiv="Content-Security-Policy" content="${documentPolicy(html)}">`;
  // Otherwise it would load only after the script that imports it has run.
  const follower = `<link rel="modulepreload" href="${COPY_FILES.at(-1) ?? ""}">`;
  return html.replace(CHARSET, () => CHARSET + policy + follower);
}
