import type { PublicFact } from "../../domain/incident/public_fact.ts";
import type { BrandingColor } from "../../schema/branding_colors.ts";

/** The page that a mail is from. */
export interface MailSite {
  name: string;
  /** PUBLIC_URL, without a slash at its end. */
  url: string;
  /** In place of a logo, and where pictures are not shown. */
  wordmark: string;
  /** Absolute; null where the page has none. */
  logoUrl: string | null;
  /** Instead of it on dark ground; null where it is for both. */
  logoDarkUrl: string | null;
  /** Null unless custom branding is on. */
  colors: Readonly<Record<BrandingColor, string>> | null;
  /** Own ones for dark; left out where those are made from the others. */
  darkColors?: Readonly<Record<BrandingColor, string>>;
}

/** What every mail to a subscriber is made from. */
interface MailFacts {
  site: MailSite;
  /** Texts of the page in the subscriber's language, by their keys. */
  texts: Readonly<Record<string, string>>;
  locale: string;
  to: string;
  /** Without the brackets; the same at every attempt. */
  messageId: string;
  /** One click after RFC 8058. */
  unsubscribeUrl: string;
}

/** About a subscription itself. */
export interface NoticeMailFacts extends MailFacts {
  /** Behind its button: with the token of a confirmation in that mail, with the manage token in every other one. */
  actionUrl: string;
  /** What is called; null for who gets mails. */
  webhookUrl: string | null;
  /** What the last call ended with; null where that is not known. */
  lastError: string | null;
}

export interface EventMailFacts extends MailFacts {
  manageUrl: string;
  /** In the subscriber's language as far as it was written in it. */
  event: PublicFact;
  /** Of the mail that began this thread, without the brackets; null where this one does. */
  threadId: string | null;
}
