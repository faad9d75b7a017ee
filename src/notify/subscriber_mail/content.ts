import { fillText } from "../../domain/page/text.ts";
import type { MailSite } from "./facts.ts";
import type { MailTone } from "./palette.ts";

export interface MailLink {
  label: string;
  url: string;
}

export interface MailContent {
  site: MailSite;
  locale: string;
  tone: MailTone;
  subject: string;
  label: string;
  title: string;
  time: string;
  sentences: readonly string[];
  text?: string;
  markdown: string;
  facts: readonly { label: string; value: string }[];
  button: MailLink | null;
  addressHint: string;
  hint: string;
  foot: { reason: string; manage: MailLink | null } | null;
}

type Texts = Readonly<Record<string, string>>;

export function say(
  texts: Texts,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return fillText(texts[key] ?? key, values);
}
