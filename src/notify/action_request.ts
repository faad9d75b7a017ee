import { escapeUrlPart, fillJson, fillTemplate, type PlaceholderValues } from "../lib/template.ts";
import { readBounded } from "../lib/wire/reader.ts";
import type { ActionRequestConfig } from "../schema/action.ts";
import {
  exchange,
  fillHeaders,
  type HttpClient,
  hasContentType,
  hostOf,
  MOST_READ,
  retryAfterOf,
  signatureHeaders,
  withoutSignature,
} from "./http_send.ts";
import { SendFault } from "./send_fault.ts";

interface ActionRequest {
  id: string;
  config: ActionRequestConfig;
  variables: PlaceholderValues;
}

export interface ActionResponse {
  httpStatus: number | null;
  /** Null for a 2xx. Names only the host, because the address may hold secrets and a response may repeat them. */
  error: string | null;
  retryAfterMs: number | null;
}

export async function sendAction(
  wire: HttpClient,
  { id, config, variables }: ActionRequest,
): Promise<ActionResponse> {
  const { url, method, body, signingSecret } = config;
  const service = hostOf(url);
  const sent = body.trim() === "" ? "" : fillJson(body, variables);
  const ownHeaders = fillHeaders(config.headers, variables);
  const signature =
    signingSecret === "" ? {} : await signatureHeaders(signingSecret, { id, now: wire.now, body: sent });
  const message = {
    service,
    url: fillTemplate(url, variables, escapeUrlPart),
    method,
    headers: {
      ...(sent !== "" && !hasContentType(ownHeaders) && { "Content-Type": "application/json" }),
      ...withoutSignature(ownHeaders),
      ...signature,
    },
    body: sent === "" ? null : sent,
  };
  try {
    const response = await exchange(wire, message);
    await readBounded(response, { maxBytes: MOST_READ, signal: wire.signal }).catch(() => undefined);
    return toResponse(response, service, wire.now);
  } catch (error) {
    if (error instanceof SendFault) return { httpStatus: null, error: error.message, retryAfterMs: null };
    throw error;
  }
}

function toResponse(response: Response, service: string, now: number): ActionResponse {
  const { ok, status } = response;
  if (ok) return { httpStatus: status, error: null, retryAfterMs: null };
  const error =
    status >= 300 && status < 400
      ? `${service} returned a redirect (${status}): redirects are not followed, enter the final address.`
      : `${service} returned ${status}.`;
  return { httpStatus: status, error, retryAfterMs: retryAfterOf(response, "", now) ?? null };
}
