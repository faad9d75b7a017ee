import { shellOf } from "../domain/page/view.ts";
import { escapeHtml } from "../lib/escape_html.ts";
import { pagePolicy } from "../lib/security_headers.ts";
import type { Context } from "../service/context.ts";
import { getSnapshot } from "../service/page/view.ts";

/** What a page without JavaScript says about a subscription. */
interface SubscriptionNotice {
  kind: "sent" | "refused" | "unsubscribe" | "unsubscribed" | "unknown";
  /** As it was asked for; the page's own where it has none such. */
  locale: string | null;
  /** Why it was refused. */
  sentence?: string;
  /** Where the button leads. */
  action?: string;
}

const STATUS = { sent: 202, refused: 400, unsubscribe: 200, unsubscribed: 200, unknown: 404 } as const;
const WORDS = {
  sent: ["subscribe.sent", "subscribe.sentHint"],
  refused: ["subscribe.failed", ""],
  unsubscribe: ["subscribe.manage", ""],
  unsubscribed: ["subscribe.unsubscribed", ""],
  unknown: ["subscribe.expired", "subscribe.expiredHint"],
} as const;

const STYLE =
  "body{margin:0;padding:2rem 1rem;font:1rem/1.5 system-ui,sans-serif;color-scheme:light dark}main{max-width:36rem;margin:auto}button{font:inherit;padding:.5rem 1rem}";

/** A page of its own, small, that needs nothing else. */
export async function drawSubscriptionPage(
  context: Context,
  { kind, locale, sentence, action }: SubscriptionNotice,
): Promise<Response> {
  const { site, texts, locale: lang } = shellOf(await getSnapshot(context), locale);
  const text = (key: string) => escapeHtml(texts[key] ?? "");
  const [titleKey, hintKey] = WORDS[kind];
  const hint = sentence === undefined ? text(hintKey) : escapeHtml(sentence);
  const button =
    action === undefined
      ? ""
      : `<form method="post" action="${escapeHtml(action)}"><button name="List-Unsubscribe" value="One-Click">${text("subscribe.unsubscribe")}</button></form>`;
  const html = [
    `<!DOCTYPE html><html lang="${escapeHtml(lang)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">',
    `<title>${text(titleKey)} · ${escapeHtml(site.name)}</title><style>${STYLE}</style></head>`,
    `<body><main class="svc-content"><h1>${text(titleKey)}</h1>${hint === "" ? "" : `<p>${hint}</p>`}${button}`,
    `<p><a href="/">${escapeHtml(site.name)}</a></p></main></body></html>`,
  ].join("");
  return new Response(html, {
    status: STATUS[kind],
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": pagePolicy(html),
      "Cache-Control": "private, no-store",
    },
  });
}
