import { z } from "zod";
import type { AlertMessage } from "../domain/alert/message.ts";
import { factsOf, linkOf, titleOf, toneOf } from "../domain/alert/text.ts";
import { atRoot } from "../domain/vault/spots.ts";
import { cutText } from "../lib/cut.ts";
import { escapeHtml } from "../lib/escape_html.ts";
import { channelType } from "./channel_type.ts";
import { eitherOrVault, setFields, tailedSecret, vault, words } from "./fields.ts";
import { httpSend, refusal } from "./http_send.ts";
import { needed, wordsOfMessage } from "./own_words.ts";
import { isTelegramHtml } from "./telegram_html.ts";

const API = "https://api.telegram.org";
const SERVICE = "Telegram";
const MAX_LENGTH = 4096;
const SIGNS = { bad: "🔴", warning: "🟠", good: "🟢", info: "🔵" } as const;

const config = z
  .object({
    botToken: tailedSecret
      .refine((text) => /^[\w:•-]*$/u.test(text), "This isn't a bot token: copy it from @BotFather.")
      .meta({ title: "Bot token", description: "From @BotFather." }),
    chatId: z
      .union([z.string(), z.int()], "Enter the chat's number or name.")
      .transform((id) => String(id).trim())
      .refine(
        (id) => /^(-?\d{1,20}|@\w{1,64})$/.test(id),
        "Use a chat's number, such as -1001234567890, or a public channel's name, such as @status.",
      )
      .meta({ title: "Chat ID", examples: ["-1001234567890", "@status"] }),
    text: words(1500)
      .refine(
        isTelegramHtml,
        "Use only Telegram's tags (b, i, u, s, code, pre, a, blockquote), closed. Escape < as &lt;, > as &gt; and & as &amp;.",
      )
      .meta({ title: "Text" }),
    vault,
  })
  .superRefine(eitherOrVault("botToken", "Enter the bot token, or choose a vault secret."));

export const telegram = channelType({
  type: "telegram",
  label: "Telegram",
  config,
  presets: [],
  filled: ["text"],
  vaultSpots: [atRoot({ secret: "botToken" })],
  findSecrets: (config) => setFields(config, ["botToken"]),
  destinationOf: () => API,
  showsTailOf: ["botToken"],
  async send(sending) {
    const { config, message } = sending;
    const token = needed(config.botToken, "bot token");
    const secrets = [token, token.slice(token.indexOf(":") + 1)];
    const response = await httpSend(sending, {
      service: SERVICE,
      url: `${API}/bot${token}/sendMessage`,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(telegramPayload(message, config)),
      secrets,
    });
    if (/^\s*\{\s*"ok"\s*:\s*false/.test(response.text))
      throw refusal(response, { service: SERVICE, secrets });
  },
});

export function telegramPayload(message: AlertMessage, { chatId, text }: { chatId: string; text: string }) {
  const short = (value: string) => cutText(value, 200, { escape: escapeHtml });
  const head = `${SIGNS[toneOf(message)]} <b>${escapeHtml(titleOf(message))}</b>\n`;
  const facts = factsOf(message).map(({ label, value }) => `\n<b>${label}:</b> ${short(value)}`);
  const link = linkOf(message);
  const foot = link === null ? "" : `\n\n<a href="${escapeHtml(link)}">Open in Uptide</a>`;
  const rest = `\n${facts.join("")}${foot}`;
  const max = MAX_LENGTH - head.length - rest.length;
  return {
    chat_id: chatId,
    text: head + wordsOfMessage(message, text, { max, escape: escapeHtml }) + rest,
    parse_mode: "HTML",
    link_preview_options: { is_disabled: true },
  };
}
