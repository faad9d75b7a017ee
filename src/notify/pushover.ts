import { z } from "zod";
import type { AlertMessage } from "../domain/alert/message.ts";
import { factsOf, linkOf, titleOf, toneOf } from "../domain/alert/text.ts";
import { atRoot } from "../domain/vault/spots.ts";
import { countCharacters, cutText } from "../lib/cut.ts";
import { plain } from "../lib/template.ts";
import { wholeNumber } from "../schema/limits.ts";
import { channelType } from "./channel_type.ts";
import { eitherOrVault, secret, setFields, vault, words } from "./fields.ts";
import { httpSend, refusal } from "./http_send.ts";
import { needed, wordsOfMessage } from "./own_words.ts";

const API = "https://api.pushover.net/1/messages.json";
const SERVICE = "Pushover";
const EMERGENCY = 2;
const PRIORITIES = { bad: 1, warning: 0, good: 0, info: 0 } as const;
const MAX_MESSAGE = 1024;

const config = z
  .object({
    appToken: secret.meta({ title: "Application token" }),
    userKey: secret.meta({ title: "User key", description: "The key of a user or a group." }),
    priority: wholeNumber(-2, 2).nullable().default(null).meta({
      title: "Priority",
      description:
        "-2 to 2. Default: 1 if something is down, otherwise 0. With 2, Pushover repeats the alert every minute for an hour until someone confirms it.",
    }),
    text: words(900).meta({ title: "Text" }),
    vault,
  })
  .superRefine(eitherOrVault("appToken", "Enter the application token, or choose a vault secret."))
  .superRefine(eitherOrVault("userKey", "Enter the user key, or choose a vault secret."));

export const pushover = channelType({
  type: "pushover",
  label: "Pushover",
  config,
  presets: [],
  filled: ["text"],
  vaultSpots: [atRoot({ user: "userKey", secret: "appToken" })],
  findSecrets: (config) => setFields(config, ["appToken", "userKey"]),
  destinationOf: () => API,
  async send(sending) {
    const { config, message } = sending;
    const token = needed(config.appToken, "application token");
    const user = needed(config.userKey, "user key");
    const form = new URLSearchParams({ token, user, ...pushoverFields(message, config) });
    const about = { service: SERVICE, secrets: [token, user] };
    const response = await httpSend(sending, {
      ...about,
      url: API,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: form.toString(),
    });
    if (/"status"\s*:\s*0\b/.test(response.text)) throw refusal(response, about);
  },
});

interface PushoverOptions {
  priority: number | null;
  text: string;
}

export function pushoverFields(
  message: AlertMessage,
  { priority, text }: PushoverOptions,
): Record<string, string> {
  const tone = toneOf(message);
  const link = linkOf(message);
  const wanted = priority ?? PRIORITIES[tone];
  // Emergencies repeat until confirmed, which recoveries and tests must not do.
  const used = wanted === EMERGENCY && tone !== "bad" ? 1 : wanted;
  const measure = countCharacters;
  const facts = factsOf(message).map(({ label, value }) => `${label}: ${cutText(value, 100)}`);
  const form = { max: MAX_MESSAGE, escape: plain, measure };
  const words = wordsOfMessage(message, text, form);
  return {
    title: titleOf(message),
    message: cutText([words, ...facts].join("\n"), MAX_MESSAGE, { measure }),
    priority: String(used),
    timestamp: String(Math.floor(message.at / 1000)),
    ...(link !== null && link.length <= 512 && { url: link, url_title: "Open in Uptide" }),
    ...(used === EMERGENCY && { retry: "60", expire: "3600" }),
  };
}
