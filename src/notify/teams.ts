import type { AlertMessage } from "../domain/alert/message.ts";
import { factsOf, footOf, linkOf, titleOf, toneOf } from "../domain/alert/text.ts";
import { countBytes, cutText } from "../lib/cut.ts";
import { plain } from "../lib/template.ts";
import { words } from "./fields.ts";
import type { HttpResponse } from "./http_send.ts";
import { incomingWebhook } from "./incoming_webhook.ts";
import { wordsOfMessage } from "./own_words.ts";

const COLORS = { bad: "attention", warning: "warning", good: "good", info: "accent" } as const;
const MAX_LINES = 20;

export const teams = incomingWebhook({
  type: "teams",
  label: "Microsoft Teams",
  fields: { summary: words().meta({ title: "Summary" }) },
  filled: ["summary"],
  payloadOf: (message, { summary }) => teamsPayload(message, summary),
  findRefusal: findInnerFault,
});

/** A workflow webhook's envelope. Teams accepts 28 KB, in practice less. */
export function teamsPayload(message: AlertMessage, template: string) {
  const title = titleOf(message);
  const color = COLORS[toneOf(message)];
  const said = wordsOfMessage(message, template, { max: 6000, escape: plain, measure: countBytes });
  const link = linkOf(message);
  return {
    type: "message",
    summary: cutText(template.trim() === "" ? title : said, 300),
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          msteams: { width: "Full" },
          body: [
            {
              type: "Container",
              style: color,
              bleed: true,
              items: [richText([{ text: title, weight: "Bolder", size: "Medium" }])],
            },
            ...linesOf(said).map((text) => richText([{ text }])),
            ...factsOf(message).map(({ label, value }) =>
              richText([
                { text: `${label}: `, weight: "Bolder" },
                { text: cutText(value, 600, { measure: countBytes }) },
              ]),
            ),
            richText([{ text: footOf(message), isSubtle: true }]),
          ],
          ...(link !== null && { actions: [{ type: "Action.OpenUrl", title: "Open in Uptide", url: link }] }),
        },
      },
    ],
  };
}

interface TextRun {
  text: string;
  weight?: "Bolder";
  size?: "Medium";
  isSubtle?: boolean;
}

/** A TextRun is shown literally, where a TextBlock would parse Markdown. */
function richText(runs: readonly TextRun[]) {
  return { type: "RichTextBlock", inlines: runs.map((run) => ({ type: "TextRun", ...run })) };
}

function linesOf(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES - 1), "…"] : lines;
}

/** Connectors respond 200 even if Teams refused, with Teams' status in the body. */
function findInnerFault({ status, text }: HttpResponse): HttpResponse | null {
  if (!/message delivery failed/i.test(text)) return null;
  return { status: Number(/HTTP error (\d{3})/i.exec(text)?.[1] ?? status), text };
}
