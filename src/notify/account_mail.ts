import type { Mail } from "./mail.ts";
import { composeMail } from "./subscriber_mail/compose.ts";
import type { MailContent } from "./subscriber_mail/content.ts";
import type { MailSite } from "./subscriber_mail/facts.ts";

/** `elsewhere` is for users who sign in with a provider and have no password. */
export type AccountMailKind = "invitation" | "reset" | "elsewhere";

interface AccountMailFacts {
  site: MailSite;
  to: string;
  messageId: string;
  url: string;
  by: string | null;
}

export function makeAccountMail(kind: AccountMailKind, facts: AccountMailFacts): Mail {
  const { site, to, messageId, url } = facts;
  const { title, sentences, label, hint } = WORDS[kind](facts);
  return composeMail(
    {
      site,
      locale: "en",
      tone: "maintenance",
      subject: title,
      label: "",
      title,
      time: "",
      sentences,
      markdown: "",
      facts: [],
      button: { label, url },
      hint,
      foot: null,
      addressHint: "If the button doesn't work, open this link:",
    },
    { to, messageId, unsubscribeUrl: null, threadId: null },
  );
}

type Words = Pick<MailContent, "title" | "sentences" | "hint"> & { label: string };

const ONCE = "The link works once and expires in an hour.";
const WORDS: Readonly<Record<AccountMailKind, (facts: AccountMailFacts) => Words>> = {
  invitation: ({ site, to, by }) => ({
    title: "You're invited",
    sentences: [
      `${by ?? "An administrator"} created an account for ${to} on ${site.name}.`,
      "Set a password, then sign in with this email address.",
    ],
    label: "Set a password",
    hint: `${ONCE} If it has expired, ask for a new invitation or use “Forgot password” where you sign in.`,
  }),
  reset: ({ site, to }) => ({
    title: "Set a new password",
    sentences: [
      `Someone asked to reset the password for ${to} on ${site.name}. If that was you, set a new one now.`,
    ],
    label: "Set a new password",
    hint: `${ONCE} If you didn't ask for this, ignore this email. Your password won't change.`,
  }),
  elsewhere: ({ site, to }) => ({
    title: "You sign in with single sign-on",
    sentences: [
      `Someone asked to reset the password for ${to} on ${site.name}.`,
      "This account has no password: it uses single sign-on.",
    ],
    label: "Sign in",
    hint: "If you didn't ask for this, ignore this email.",
  }),
};
