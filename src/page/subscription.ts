import { fillText } from "../domain/page/text.ts";
import { shellOf } from "../domain/page/view.ts";
import type { Words } from "../domain/subscriber/refusal.ts";
import type { Context } from "../service/context.ts";
import { getSnapshot } from "../service/page/view.ts";
import { drawSubscribe } from "./draw.ts";

interface SubscriptionNotice {
  kind: "sent" | "refused" | "unsubscribe" | "unsubscribed" | "unknown";
  locale: string | null;
  wordIt?: (t: Words) => string;
  action?: string;
}

const STATUS = { sent: 202, refused: 400, unsubscribe: 200, unsubscribed: 200, unknown: 404 } as const;
const WORDS = {
  sent: ["subscribe.sent", "subscribe.sentPage"],
  refused: ["subscribe.failed", ""],
  unsubscribe: ["subscribe.manage", "subscribe.unsubscribeSure"],
  unsubscribed: ["subscribe.unsubscribed", "subscribe.unsubscribedHint"],
  unknown: ["subscribe.unknown", "subscribe.unknownHint"],
} as const;

export async function drawSubscriptionPage(
  context: Context,
  { kind, locale, wordIt, action }: SubscriptionNotice,
): Promise<Response> {
  const shell = shellOf(await getSnapshot(context), locale);
  const text: Words = (key, values = {}) => fillText(shell.texts[key] ?? "", values);
  const [title, hint] = WORDS[kind];
  const { html, policy } = await drawSubscribe(
    shell,
    {
      kind: "notice",
      title: text(title),
      sentence: wordIt?.(text) ?? (text(hint) || null),
      button:
        action === undefined
          ? null
          : { text: text("subscribe.unsubscribe"), action: `${context.page.prefix}${action}` },
    },
    context.page.prefix,
  );
  return new Response(html, {
    status: STATUS[kind],
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy,
      "Cache-Control": "private, no-store",
    },
  });
}
