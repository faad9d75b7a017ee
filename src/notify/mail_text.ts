import type { AlertMessage } from "../domain/alert/message.ts";
import { factsOf, footOf, linkOf, siteNameOf, titleOf, toneOf } from "../domain/alert/text.ts";
import { plain } from "../lib/template.ts";
import { wordsOfMessage } from "./own_words.ts";
import type { MailContent } from "./subscriber_mail/content.ts";
import { htmlOfContent } from "./subscriber_mail/html.ts";

const MAX_WORDS = 50_000;
const TONES = { bad: "down", warning: "degraded", good: "up", info: "maintenance" } as const;

export function textOfMail(message: AlertMessage, template: string): string {
  const { title, text = "", facts, button, foot } = contentOf(message, template);
  const parts = [
    title,
    text,
    button ? `${button.label}: ${button.url}` : "",
    facts.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    foot?.manage ? `${foot.manage.label}: ${foot.manage.url}` : "",
    foot?.reason ?? "",
  ];
  return `${parts.filter((part) => part.trim() !== "").join("\n\n")}\n`;
}

export function htmlOfMail(message: AlertMessage, template: string): string {
  return htmlOfContent(contentOf(message, template));
}

function contentOf(message: AlertMessage, template: string): MailContent {
  const { site, acknowledgeUrl, timeZone } = message;
  const title = titleOf(message);
  const link = linkOf(message);
  const open = link === null ? null : { label: "Open in Uptide", url: link };
  const name = siteNameOf(message);
  const url = (site.url ?? "").replace(/\/+$/, "");
  return {
    site: { name, url, wordmark: name, logoUrl: null, logoDarkUrl: null, colors: null },
    locale: "en",
    tone: TONES[toneOf(message)],
    subject: title,
    label: "",
    title,
    time: "",
    sentences: [],
    text: wordsOfMessage(message, template, { max: MAX_WORDS, escape: plain, timeZone }),
    markdown: "",
    facts: factsOf(message, timeZone),
    button: acknowledgeUrl ? { label: "I'm on it", url: acknowledgeUrl } : open,
    addressHint: "",
    hint: "",
    foot: { reason: footOf(message, timeZone), manage: acknowledgeUrl ? open : null },
  };
}
