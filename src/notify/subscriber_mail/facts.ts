import type { PublicFact } from "../../domain/incident/public_fact.ts";
import type { BrandingColor } from "../../schema/branding_colors.ts";

/** The page that a mail is from. */
export interface MailSite {
  name: string;
  /** PUBLIC_URL, without a slash at its end. */
  url: string;
  /** Absolute; null where the page has none. */
  logoUrl: string | null;
  /** Null unless custom branding is on. */
  colors: Readonly<Record<BrandingColor, string>> | null;
}

/** What every mail to a subscriber is made from. */
export interface SubscriberMailFacts {
  site: MailSite;
  /** Texts of the page in the subscriber's language, by their keys. */
  texts: Readonly<Record<string, string>>;
  locale: string;
  to: string;
  manageUrl: string;
  /** One click after RFC 8058. */
  unsubscribeUrl: string;
  /** Without the brackets; the same at every attempt. */
  messageId: string;
}

export interface EventMailFacts extends SubscriberMailFacts {
  /** In the subscriber's language as far as it was written in it. */
  event: PublicFact;
  /** Of the mail that began this thread, without the brackets; null where this one does. */
  threadId: string | null;
}
