import { cutText } from "../../lib/cut.ts";
import type { NoticeKind } from "../../schema/subscriber.ts";
import type { Mail } from "../mail.ts";
import { composeMail } from "./compose.ts";
import { type MailContent, say } from "./content.ts";
import type { NoticeMailFacts } from "./facts.ts";
import type { MailTone } from "./palette.ts";

const LONGEST_ERROR = 300;
const TONES: Readonly<Record<NoticeKind, MailTone>> = {
  confirm: "maintenance",
  welcome: "up",
  reminder: "maintenance",
  failing: "degraded",
  paused: "down",
};

export function makeNotice(kind: NoticeKind, facts: NoticeMailFacts): Mail {
  const { to, messageId, unsubscribeUrl } = facts;
  const isSubscribed = kind !== "confirm";
  return composeMail(contentOf(kind, facts), {
    to,
    messageId,
    unsubscribeUrl: isSubscribed ? unsubscribeUrl : null,
    threadId: null,
  });
}

function contentOf(kind: NoticeKind, facts: NoticeMailFacts): MailContent {
  const { site, texts, locale, to, webhookUrl, actionUrl } = facts;
  const way = webhookUrl === null ? "email" : "webhook";
  const values = { page: site.name, host: hostOf(webhookUrl), email: to };
  const text = (key: string) => say(texts, `mail.${key}`, values);
  return {
    site,
    locale,
    tone: TONES[kind],
    label: "",
    time: "",
    markdown: "",
    subject: text(`${kind}.title`),
    title: text(`${kind}.title`),
    sentences: [text(`${kind}.${way}`)],
    facts: hasError(kind, facts) ? [{ label: text("lastError"), value: errorOf(facts) }] : [],
    button: { label: text(`${kind}.button`), url: actionUrl },
    hint: text(`${kind}.hint`),
    addressHint: text("address"),
    foot:
      kind === "confirm"
        ? null
        : { reason: text(`reason.${way}`), manage: { label: text("manage"), url: actionUrl } },
  };
}

/** Only the host: the address may be secret, and anyone could have typed it. */
function hostOf(webhookUrl: string | null): string {
  return URL.parse(webhookUrl ?? "")?.host ?? "";
}

function hasError(kind: NoticeKind, { lastError }: NoticeMailFacts): boolean {
  return (kind === "failing" || kind === "paused") && lastError !== null;
}

function errorOf({ lastError }: NoticeMailFacts): string {
  return cutText((lastError ?? "").replaceAll(/\s+/g, " "), LONGEST_ERROR);
}
