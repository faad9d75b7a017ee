import type { AlertMessage } from "../domain/alert/message.ts";
import { factsOf, linkOf, siteNameOf, TONE_COLORS, titleOf, toneOf } from "../domain/alert/text.ts";
import { cutText } from "../lib/cut.ts";
import { words } from "./fields.ts";
import { incomingWebhook } from "./incoming_webhook.ts";
import { wordsOfMessage } from "./own_words.ts";

export const slack = incomingWebhook({
  type: "slack",
  label: "Slack",
  fields: { text: words().meta({ title: "Text" }) },
  filled: ["text"],
  payloadOf: (message, { text }) => slackPayload(message, text),
  findRefusal: (response) => (saysNo(response.text) ? response : null),
});

export function slackPayload(message: AlertMessage, template: string) {
  const title = escapeSlack(titleOf(message));
  const link = linkOf(message);
  const facts = factsOf(message).slice(0, 10);
  const at = Math.floor(message.at / 1000);
  return {
    text: link === null ? `*${title}*` : `*<${escapeLink(link)}|${title}>*`,
    attachments: [
      {
        color: TONE_COLORS[toneOf(message)],
        fallback: title,
        blocks: [
          section({ text: mrkdwn(wordsOfMessage(message, template, { max: 3000, escape: escapeSlack })) }),
          ...(facts.length > 0 ? [section({ fields: facts.map(fieldOf) })] : []),
          {
            type: "context",
            elements: [
              mrkdwn(
                `${escapeSlack(siteNameOf(message))} · <!date^${at}^{date_short} {time}|${new Date(message.at).toISOString()}>`,
              ),
            ],
          },
        ],
      },
    ],
    unfurl_links: false,
  };
}

function section(content: object) {
  return { type: "section", ...content };
}

function mrkdwn(text: string) {
  return { type: "mrkdwn", text };
}

function fieldOf({ label, value }: { label: string; value: string }) {
  return mrkdwn(`*${label}*\n${cutText(value, 500, { escape: escapeSlack })}`);
}

function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeLink(link: string): string {
  return escapeSlack(link).replaceAll("|", "%7C");
}

/** Slack reports errors as one word, and compatible servers may do so with a 200. */
function saysNo(text: string): boolean {
  return /^[a-z]+(_[a-z]+)+$/.test(text.trim()) || /^\s*\{\s*"ok"\s*:\s*false/.test(text);
}
