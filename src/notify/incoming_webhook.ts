import { z } from "zod";
import type { AlertMessage } from "../domain/alert/message.ts";
import { atRoot } from "../domain/vault/spots.ts";
import { secretsOfUrl } from "./answer_words.ts";
import { type ChannelType, channelType } from "./channel_type.ts";
import { eitherOrVault, secretUrl, setFields, vault } from "./fields.ts";
import { type HttpAnswer, httpSend, refusal } from "./http_send.ts";
import { needed } from "./own_words.ts";

interface IncomingWebhook<Fields extends z.ZodRawShape> {
  type: string;
  /** Also how the service is named in sentences. */
  label: string;
  /** What the config has besides the address. */
  fields: Fields;
  filled: readonly (keyof Fields & string)[];
  payloadOf(message: AlertMessage, config: z.output<z.ZodObject<Fields>>): object;
  /** The refusal in an answer that is none by its status. */
  findRefusal?(answer: HttpAnswer): HttpAnswer | null;
}

/** A service that takes JSON at an address which is itself the secret. */
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
      .superRefine(eitherOrVault("webhookUrl", "Enter the webhook URL, or take it from a vault.")),
    presets: [],
    filled,
    vaultSpots: [atRoot({ secret: "webhookUrl" })],
    findSecrets: (config) => setFields(config, ["webhookUrl"]),
    destinationOf: () => "",
    async send(sending) {
      // The fields of a shape that is not known yet have no names for the compiler.
      const config = sending.config as z.output<z.ZodObject<Fields>> & { webhookUrl: string };
      const url = needed(config.webhookUrl, "webhook URL");
      const secrets = secretsOfUrl(url);
      const answer = await httpSend(sending, {
        service: label,
        url,
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(payloadOf(sending.message, config)),
        secrets,
      });
      const refused = findRefusal(answer);
      if (refused) throw refusal(refused, { service: label, secrets });
    },
  });
}
