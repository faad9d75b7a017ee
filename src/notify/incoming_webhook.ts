import { z } from "zod";
import type { AlertMessage } from "../domain/alert/message.ts";
import { atRoot } from "../domain/vault/spots.ts";
import { type ChannelType, channelType } from "./channel_type.ts";
import { eitherOrVault, secretUrl, setFields, vault } from "./fields.ts";
import { type HttpResponse, httpSend, refusal } from "./http_send.ts";
import { needed } from "./own_words.ts";
import { secretsOfUrl } from "./response_words.ts";

interface IncomingWebhook<Fields extends z.ZodRawShape> {
  type: string;
  label: string;
  fields: Fields;
  filled: readonly (keyof Fields & string)[];
  payloadOf(message: AlertMessage, config: z.output<z.ZodObject<Fields>>): object;
  findRefusal?(response: HttpResponse): HttpResponse | null;
}

export function incomingWebhook<Fields extends z.ZodRawShape>({
  type,
  label,
  fields,
  filled,
  payloadOf,
  findRefusal = () => null,
}: IncomingWebhook<Fields>): ChannelType {
  return channelType({
    type,
    label,
    config: z
      .object({ webhookUrl: secretUrl, ...fields, vault })
      .superRefine(eitherOrVault("webhookUrl", "Enter the webhook URL, or choose a vault secret.")),
    presets: [],
    filled,
    vaultSpots: [atRoot({ secret: "webhookUrl" })],
    findSecrets: (config) => setFields(config, ["webhookUrl"]),
    destinationOf: () => "",
    async send(sending) {
      // The cast is needed because the generic shape's field names are unknown to the compiler.
      const config = sending.config as z.output<z.ZodObject<Fields>> & { webhookUrl: string };
      const url = needed(config.webhookUrl, "webhook URL");
      const secrets = secretsOfUrl(url);
      const response = await httpSend(sending, {
        service: label,
        url,
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(payloadOf(sending.message, config)),
        secrets,
      });
      const refused = findRefusal(response);
      if (refused) throw refusal(refused, { service: label, secrets });
    },
  });
}
