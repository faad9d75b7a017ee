import { cutText } from "../../lib/cut.ts";
import type { Mail } from "../mail.ts";
import { flatten } from "../mime_text.ts";
import type { MailContent } from "./content.ts";
import { htmlOfContent } from "./html.ts";
import { textOfContent } from "./text.ts";

const LONGEST_NAME = 40;
const LONGEST_SUBJECT = 150;

interface Envelope {
  to: string;
  messageId: string;
  unsubscribeUrl: string | null;
  threadId: string | null;
}

export function composeMail(
  content: MailContent,
  { to, messageId, unsubscribeUrl, threadId }: Envelope,
): Mail {
  return {
    messageId,
    to: [to],
    subject: subjectOf(content),
    text: textOfContent(content),
    html: htmlOfContent(content),
    headers: {
      "X-Auto-Response-Suppress": "All",
      ...(unsubscribeUrl !== null && {
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
      ...(threadId !== null && { "In-Reply-To": `<${threadId}>`, References: `<${threadId}>` }),
    },
  };
}

function subjectOf({ site, subject }: MailContent): string {
  const name = cutText(oneLine(site.name), LONGEST_NAME);
  return cutText(oneLine(`[${name}] ${subject}`), LONGEST_SUBJECT);
}

function oneLine(text: string): string {
  return flatten(text).replaceAll(/\s+/g, " ");
}
