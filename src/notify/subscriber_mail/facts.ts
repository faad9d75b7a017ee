import type { PublicFact } from "../../domain/incident/public_fact.ts";
import type { BrandingColor } from "../../schema/branding_colors.ts";

export interface MailSite {
  name: string;
  url: string;
  wordmark: string;
  logoUrl: string | null;
  logoDarkUrl: string | null;
  colors: Readonly<Record<BrandingColor, string>> | null;
  darkColors?: Readonly<Record<BrandingColor, string>>;
}

interface MailFacts {
  site: MailSite;
  texts: Readonly<Record<string, string>>;
  locale: string;
  to: string;
  messageId: string;
  unsubscribeUrl: string;
}

export interface NoticeMailFacts extends MailFacts {
  actionUrl: string;
  webhookUrl: string | null;
  lastError: string | null;
}

export interface EventMailFacts extends MailFacts {
  manageUrl: string;
  event: PublicFact;
  /** Message id of the thread's first email, without angle brackets; null if this is the first. */
  threadId: string | null;
}
