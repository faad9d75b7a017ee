import { fillText } from "../../domain/page/text.ts";
import type { MailSite } from "./facts.ts";
import type { MailTone } from "./palette.ts";

interface MailLink {
  label: string;
  url: string;
}

/** What a mail says, in the order in which it is read: both of its forms are written from this alone. */
export interface MailContent {
  site: MailSite;
  locale: string;
  tone: MailTone;
  /** As lists of mails show it, behind the page's name. */
  subject: string;
  /** A word or two above the title. */
  label: string;
  title: string;
  /** Right below the title. */
  time: string;
  /** Plain sentences. */
  sentences: readonly string[];
  /** What an operator wrote. */
  markdown: string;
  facts: readonly { label: string; value: string }[];
  button: MailLink;
  /** Leads in to the button's address, written out; empty where the button is enough. */
  addressHint: string;
  hint: string;
  /** Why it was sent, and how to end that; null for who has not subscribed yet. */
  foot: { reason: string; manage: MailLink } | null;
}

type Texts = Readonly<Record<string, string>>;

/** A text of the page in the subscriber's language. */
export function say(
  texts: Texts,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return fillText(texts[key] ?? key, values);
}
