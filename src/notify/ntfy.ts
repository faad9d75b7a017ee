import { z } from "zod";
import type { AlertMessage } from "../domain/alert/message.ts";
import { factsOf, linkOf, titleOf, toneOf } from "../domain/alert/text.ts";
import { atRoot } from "../domain/vault/spots.ts";
import { countBytes, cutText } from "../lib/cut.ts";
import { credentialsOfAddress } from "../lib/redact.ts";
import { plain } from "../lib/template.ts";
import { wholeNumber } from "../schema/limits.ts";
import { webUrl } from "../schema/monitor_config.ts";
import { channelType } from "./channel_type.ts";
import { secret, setFields, vault, words } from "./fields.ts";
import { httpSend } from "./http_send.ts";
import { wordsOfMessage } from "./own_words.ts";

const TAGS = { bad: "rotating_light", warning: "warning", good: "white_check_mark", info: "bell" } as const;
const PRIORITIES = { bad: 4, warning: 3, good: 3, info: 3 } as const;

const config = z.object({
  serverUrl: webUrl.default("https://ntfy.sh").meta({ title: "Server URL" }),
  topic: z
    .string("Enter the topic.")
    .trim()
    .regex(/^[\w-]{1,64}$/, "Use 1 to 64 letters, digits, - and _.")
    .meta({
      title: "Topic",
      description: "Anyone who knows it can read your alerts: choose one that is hard to guess.",
    }),
  accessToken: secret.meta({ title: "Access token", description: "Only for protected topics." }),
  priority: wholeNumber(1, 5)
    .nullable()
    .default(null)
    .meta({ title: "Priority", description: "1 to 5. Default: 4 if something is down, otherwise 3." }),
  text: words().meta({ title: "Text" }),
  vault,
});

export const ntfy = channelType({
  type: "ntfy",
  label: "ntfy",
  config,
  presets: [],
  filled: ["text"],
  vaultSpots: [atRoot({ secret: "accessToken" })],
  findSecrets: (config) => setFields(config, ["accessToken"]),
  destinationOf: (config) => String(config["serverUrl"] ?? "https://ntfy.sh"),
  async send(sending) {
    const { config, message } = sending;
    const { accessToken, serverUrl } = config;
    await httpSend(sending, {
      service: "ntfy",
      url: serverUrl,
      headers: {
        "Content-Type": "application/json",
        ...(accessToken !== "" && { Authorization: `Bearer ${accessToken}` }),
      },
      body: JSON.stringify(ntfyPayload(message, config)),
      secrets: [accessToken, ...credentialsOfAddress(serverUrl)],
    });
  },
});

interface NtfyOptions {
  topic: string;
  priority: number | null;
  text: string;
}

/** JSON, because headers would allow only ASCII. */
export function ntfyPayload(message: AlertMessage, { topic, priority, text }: NtfyOptions) {
  const tone = toneOf(message);
  const link = linkOf(message);
  const facts = factsOf(message).map(({ label, value }) => `${label}: ${cutText(value, 100)}`);
  const rest = facts.length > 0 ? `\n\n${facts.join("\n")}` : "";
  // ntfy turns a longer message into an attachment.
  const max = 4096 - countBytes(rest);
  return {
    topic,
    title: titleOf(message),
    message: wordsOfMessage(message, text, { max, escape: plain, measure: countBytes }) + rest,
    tags: [TAGS[tone]],
    priority: priority ?? PRIORITIES[tone],
    ...(link !== null && { click: link, actions: [{ action: "view", label: "Open in Uptide", url: link }] }),
  };
}
