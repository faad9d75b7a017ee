import { z } from "zod";
import type { AlertMessage } from "../domain/alert/message.ts";
import {
  type Fact,
  factsOf,
  linkOf,
  siteNameOf,
  TONE_COLORS,
  titleOf,
  toneOf,
} from "../domain/alert/text.ts";
import { cutText } from "../lib/cut.ts";
import { trimmedText } from "../schema/limits.ts";
import { webUrl } from "../schema/monitor_config.ts";
import { words } from "./fields.ts";
import { incomingWebhook } from "./incoming_webhook.ts";
import { wordsOfMessage } from "./own_words.ts";

const fields = {
  username: trimmedText(80)
    .refine(
      (text) => !/discord|clyde|\p{Cc}/iu.test(text),
      "Discord doesn't allow names containing discord or clyde.",
    )
    .default("")
    .meta({
      title: "User name",
      description: "Shown as the sender. Leave empty to use the webhook's own name.",
    }),
  avatarUrl: z
    .union([z.literal(""), webUrl], "Use an http or https address.")
    .default("")
    .meta({ title: "Avatar URL" }),
  content: words(1500).meta({ title: "Content" }),
};

export const discord = incomingWebhook({
  type: "discord",
  label: "Discord",
  fields,
  filled: ["content"],
  payloadOf: discordPayload,
});

interface DiscordProfile {
  username: string;
  avatarUrl: string;
  content: string;
}

export function discordPayload(message: AlertMessage, { username, avatarUrl, content }: DiscordProfile) {
  const link = linkOf(message);
  const hasOwnWords = content.trim() !== "";
  const form = { max: hasOwnWords ? 2000 : 3000, escape: escapeDiscord };
  const said = wordsOfMessage(message, content, form);
  return {
    ...(username !== "" && { username }),
    ...(avatarUrl !== "" && { avatar_url: avatarUrl }),
    ...(hasOwnWords && { content: said }),
    embeds: [
      {
        title: cutText(titleOf(message), 256, { escape: escapeDiscord }),
        ...(!hasOwnWords && { description: said }),
        ...(link !== null && { url: link }),
        color: Number.parseInt(TONE_COLORS[toneOf(message)].slice(1), 16),
        fields: factsOf(message).map(fieldOf),
        footer: { text: siteNameOf(message) || "Uptide" },
        timestamp: new Date(message.at).toISOString(),
      },
    ],
    allowed_mentions: mentionsIn(content),
  };
}

/** Only mentions in the template itself: a monitor's name or error must not ping anyone. */
function mentionsIn(template: string) {
  const idsOf = (pattern: RegExp) => [...new Set([...template.matchAll(pattern)].map(([, id]) => id!))];
  return {
    parse: /@(everyone|here)\b/.test(template) ? ["everyone"] : [],
    roles: idsOf(/<@&(\d+)>/g).slice(0, 100),
    users: idsOf(/<@!?(\d+)>/g).slice(0, 100),
  };
}

function fieldOf({ label, value }: Fact) {
  const isAddress = /^https?:\/\/[^\s`]+$/.test(value);
  const shown = isAddress ? `\`${cutText(value, 250)}\`` : cutText(value, 250, { escape: escapeDiscord });
  return { name: label, value: shown, inline: !isAddress };
}

function escapeDiscord(text: string): string {
  return text.replace(/[\\*_~`|<>[\]#]/g, "\\$&").replaceAll("@", "@\u200b");
}
