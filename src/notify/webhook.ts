import { z } from "zod";
import { placeholderValuesOf } from "../domain/alert/text.ts";
import { atRoot, HEADERS } from "../domain/vault/spots.ts";
import { credentialsOfAddress } from "../lib/address_mask.ts";
import { isCredentialName } from "../lib/credential_name.ts";
import { findSecretHeaders } from "../lib/secret_headers.ts";
import { isBrokenSecret } from "../lib/signing_secret.ts";
import { escapeUrlPart, fillJson, fillTemplate } from "../lib/template.ts";
import { filledBody, filledMethod, filledUrl } from "../schema/filled_request.ts";
import { textHeaders, vaultHeaders } from "../schema/monitor_config.ts";
import { channelType } from "./channel_type.ts";
import { secret, setFields, vault } from "./fields.ts";
import { fillHeaders, hasContentType, withoutSignature } from "./filled_headers.ts";
import { hostOf, httpSend } from "./http_send.ts";
import { signatureHeaders } from "./signature.ts";
import { defaultBody } from "./webhook_body.ts";
import { WEBHOOK_PRESETS } from "./webhook_presets.ts";

const config = z
  .object({
    url: filledUrl,
    method: filledMethod,
    headers: vaultHeaders.default({}),
    body: filledBody,
    signingSecret: secret
      .refine((text) => !isBrokenSecret(text), "The part after whsec_ must be a base64 key.")
      .meta({
        title: "Signing secret",
        description:
          "Signs each request with Standard Webhooks. Use whsec_ followed by a base64 key, or any text.",
      }),
    vault,
  })
  .refine(({ method, body }) => method !== "GET" || body.trim() === "", {
    path: ["body"],
    message: "GET has no body: use POST, PUT or PATCH, or leave the body empty.",
  });

export const webhook = channelType({
  type: "webhook",
  label: "Webhook",
  config,
  presets: WEBHOOK_PRESETS,
  filled: ["url", "headers", "body"],
  vaultSpots: [atRoot({ secret: "signingSecret" }), HEADERS],
  findSecrets: (config) => [...findSecretHeaders(config), ...setFields(config, ["signingSecret"])],
  destinationOf: (config) => String(config["url"] ?? ""),
  async send(sending) {
    const { config, message, now } = sending;
    const { method, signingSecret } = config;
    const headers = textHeaders(config.headers);
    const variables = placeholderValuesOf(message);
    const body = config.body.trim() === "" ? defaultBody(message) : fillJson(config.body, variables);
    const sent = method === "GET" ? "" : body;
    const ownHeaders = fillHeaders(headers, variables);
    const signature =
      signingSecret === "" ? {} : await signatureHeaders(signingSecret, { id: message.id, now, body: sent });
    await httpSend(sending, {
      service: hostOf(config.url),
      url: fillTemplate(config.url, variables, escapeUrlPart),
      method,
      headers: {
        ...(sent !== "" && !hasContentType(ownHeaders) && { "Content-Type": "application/json" }),
        ...withoutSignature(ownHeaders),
        ...signature,
      },
      body: sent === "" ? null : sent,
      secrets: [signingSecret, ...secretValues(headers), ...credentialsOfAddress(config.url)],
    });
  },
});

/** After a scheme, as in `Bearer abc`, the rest is a secret too. */
function secretValues(own: Readonly<Record<string, string>>): string[] {
  return Object.entries(own)
    .filter(([name]) => isCredentialName(name))
    .flatMap(([, value]) => [value, value.slice(value.indexOf(" ") + 1)]);
}
