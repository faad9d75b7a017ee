import { z } from "zod";
import type { AlertMessage } from "../domain/alert/message.ts";
import { linkOf, placeholderValuesOf, summaryOf, titleOf } from "../domain/alert/text.ts";
import { atRoot, HEADERS } from "../domain/vault/spots.ts";
import { findBasicLogin } from "../lib/basic_login.ts";
import { isCredentialName } from "../lib/credential_name.ts";
import { credentialsOfAddress } from "../lib/redact.ts";
import { findSecretHeaders } from "../lib/secret_headers.ts";
import { isBrokenSecret } from "../lib/signing_secret.ts";
import { escapeUrlPart, fillJson, fillTemplate } from "../lib/template.ts";
import { filledBody, filledMethod, filledUrl } from "../schema/filled_request.ts";
import { textHeaders, vaultHeaders } from "../schema/monitor_config.ts";
import { channelType } from "./channel_type.ts";
import { secret, setFields, vault } from "./fields.ts";
import {
  fillHeaders,
  hasContentType,
  hostOf,
  httpSend,
  signatureHeaders,
  withoutSignature,
} from "./http_send.ts";
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
    .flatMap(([, value]) => {
      const { user = "", password = "" } = findBasicLogin(value) ?? {};
      return [value, value.slice(value.indexOf(" ") + 1), `${user}:${password}`, password, user];
    });
}

function defaultBody(message: AlertMessage): string {
  const { id, kind, at, status, previousStatus, error, monitors, isDigest, downSince } = message;
  const { certificate, action, acknowledgement, acknowledgeUrl, site } = message;
  return JSON.stringify({
    id,
    event: kind,
    occurredAt: isoOf(at),
    title: titleOf(message),
    summary: summaryOf(message),
    status,
    previousStatus,
    error,
    digest: isDigest,
    monitors: monitors.map(({ id, key, name, type, status, error, url }) => ({
      id,
      key,
      name,
      type,
      status,
      error,
      url,
    })),
    downSince: downSince === null ? null : isoOf(downSince),
    durationSecs: downSince === null ? null : Math.max(0, Math.floor((at - downSince) / 1000)),
    certificate: certificate && {
      host: certificate.host,
      expiresAt: isoOf(certificate.expiresAt),
      daysLeft: certificate.daysLeft,
      renewed: certificate.isRenewed,
    },
    action: action && { name: action.name, error: action.error },
    ...(acknowledgement && {
      acknowledgement: {
        by: acknowledgement.by,
        note: acknowledgement.note,
        until: acknowledgement.untilMs === null ? null : isoOf(acknowledgement.untilMs),
        over: acknowledgement.isOver,
      },
    }),
    ...(acknowledgeUrl !== undefined && { acknowledgeUrl }),
    site: { name: site.name, url: site.url },
    link: linkOf(message),
  });
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
