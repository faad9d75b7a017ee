import { cutText } from "../../lib/cut.ts";
import { markdownLines } from "../../lib/markdown_text.ts";
import type { Mail } from "../mail.ts";
import { flatten } from "../mime.ts";
import type { MailContent } from "./content.ts";
import { htmlOfContent } from "./html.ts";

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

const RULE = "-".repeat(40);

function textOfContent(content: MailContent): string {
  const { label, title, time, sentences, markdown, facts, button, hint } = content;
  const parts = [
    joinLines([label, title, time]),
    ...sentences,
    button ? `${button.label}:\n${button.url}` : "",
    markdownLines(markdown),
    joinLines(facts.map((fact) => `${fact.label}: ${fact.value}`)),
    hint,
    joinLines([RULE, ...footLines(content)]),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function footLines({ site, foot }: MailContent): string[] {
  const page = site.url === "" ? [] : [`${site.name}: ${site.url}`];
  const manage = foot?.manage ? [`${foot.manage.label}: ${foot.manage.url}`] : [];
  return [...(foot ? [foot.reason] : []), ...manage, ...page];
}

function joinLines(lines: readonly string[]): string {
  return lines.filter((line) => line !== "").join("\n");
}
