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
      addressHint: "If the button does not work, open this address:",
    },
    { to, messageId, unsubscribeUrl: null, threadId: null },
  );
}

type Words = Pick<MailContent, "title" | "sentences" | "hint"> & { label: string };

const ONCE = "The link works once, within an hour.";
const WORDS: Readonly<Record<AccountMailKind, (facts: AccountMailFacts) => Words>> = {
  invitation: ({ site, to, by }) => ({
    title: "You are invited",
    sentences: [
      `${by ?? "An administrator"} has made an account for you, ${to}, on ${site.name}.`,
      "Set a password, then sign in with it and this address.",
    ],
    label: "Set a password",
    hint: `${ONCE} Was that too late? Ask who invited you to send it again, or use “Forgotten password” where you sign in.`,
  }),
  reset: ({ site, to }) => ({
    title: "Set a new password",
    sentences: [
      `Somebody asked for a new password for the account of ${to} on ${site.name}. If that was you, set it now.`,
    ],
    label: "Set a new password",
    hint: `${ONCE} If you did not ask for it, you need not do anything: your password stays as it is.`,
  }),
  elsewhere: ({ site, to }) => ({
    title: "You sign in with single sign-on",
    sentences: [
      `Somebody asked for a new password for the account of ${to} on ${site.name}.`,
      "That account has no password here: it signs in with single sign-on.",
    ],
    label: "Go to the sign-in",
    hint: "If you did not ask for it, you need not do anything.",
  }),
};
