import { toBase64, utf8 } from "../lib/bytes.ts";
import { decodePercent } from "../lib/decode_percent.ts";
import { signingKeyOf } from "../lib/signing_secret.ts";
import { escapeHeader, fillTemplate, type PlaceholderValues, plain } from "../lib/template.ts";
import { readBounded } from "../lib/wire/reader.ts";
import type { SendRequest } from "./channel_type.ts";
import { wordsOf } from "./response_words.ts";
import { SendFault } from "./send_fault.ts";

export const MOST_READ = 64 * 1024;

export interface HttpMessage {
  service: string;
  url: string;
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array<ArrayBuffer> | null;
  secrets: readonly string[];
}

export interface HttpResponse {
  status: number;
  text: string;
}

export type HttpClient = Pick<SendRequest, "fetch" | "signal" | "now">;

export async function httpSend(wire: HttpClient, message: HttpMessage): Promise<HttpResponse> {
  const { service } = message;
  const response = await exchange(wire, message);
  const { status } = response;
  if (status >= 300 && status < 400) {
    response.body?.cancel().catch(() => undefined);
    throw new SendFault(
      `${service} returned a redirect (${status})${leadsTo(response, message)}: redirects are not followed, enter the final address.`,
      { isPermanent: true, httpStatus: status },
    );
  }
  const text = await readText(wire, response, service);
  if (response.ok) return { status, text };
  throw refusal({ status, text }, message, retryAfterOf(response, text, wire.now));
}

export function refusal(
  { status, text }: HttpResponse,
  { service, secrets }: Pick<HttpMessage, "service" | "secrets">,
  retryAfterMs?: number,
): SendFault {
  const words = wordsOf(text, secrets);
  return new SendFault(`${service} returned ${status}${words === "" ? "." : `: ${words}`}`, {
    isPermanent: status < 500 && status !== 408 && status !== 429,
    httpStatus: status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

export async function exchange(
  { fetch, signal }: HttpClient,
  message: Omit<HttpMessage, "secrets">,
): Promise<Response> {
  const { service, method = "POST", body = null } = message;
  const url = new URL(message.url);
  const headers = new Headers({ "User-Agent": "Uptide", ...message.headers });
  if (url.username !== "" || url.password !== "") {
    // fetch refuses URLs with credentials.
    const user = `${decodePercent(url.username)}:${decodePercent(url.password)}`;
    if (!headers.has("Authorization")) headers.set("Authorization", `Basic ${toBase64(utf8(user))}`);
    url.username = url.password = "";
  }
  try {
    return await fetch(url.href, { method, headers, body, redirect: "manual", cache: "no-store", signal });
  } catch (cause) {
    throw wireFault(signal, service, cause);
  }
}

async function readText({ signal }: HttpClient, response: Response, service: string): Promise<string> {
  try {
    const { bytes, isWhole } = await readBounded(response, { maxBytes: MOST_READ, signal });
    return new TextDecoder().decode(bytes, { stream: !isWhole });
  } catch (cause) {
    throw wireFault(signal, service, cause);
  }
}

function wireFault(signal: AbortSignal, service: string, cause: unknown): SendFault {
  return new SendFault(
    signal.aborted
      ? `${service} didn't respond in time.`
      : `No response from ${service}: unreachable, or the connection was lost.`,
    { cause },
  );
}

function leadsTo({ headers }: Response, { url }: HttpMessage): string {
  const target = URL.parse(headers.get("Location") ?? "", url);
  return target && /^https?:$/.test(target.protocol) ? ` to ${target.origin}` : "";
}

export function retryAfterOf({ headers }: Response, text: string, now: number): number | undefined {
  const header = headers.get("Retry-After")?.trim() ?? "";
  const secs = /^\d+(\.\d+)?$/.test(header) ? Number(header) : (findRetryAfter(text) ?? Number.NaN);
  const ms = Number.isNaN(secs) ? Date.parse(header) - now : secs * 1000;
  return Number.isNaN(ms) ? undefined : Math.ceil(Math.max(0, ms));
}

function findRetryAfter(text: string): number | null {
  try {
    const reply = JSON.parse(text);
    const secs = reply?.retry_after ?? reply?.parameters?.retry_after;
    return typeof secs === "number" && Number.isFinite(secs) ? secs : null;
  } catch {
    return null;
  }
}

export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? "The address";
}

type OwnHeaders = Readonly<Record<string, string>>;

export function fillHeaders(own: OwnHeaders, variables: PlaceholderValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => [name, escapeHeader(fillTemplate(value, variables, plain))]),
  );
}

export function withoutSignature(own: OwnHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(own).filter(([name]) => !/^webhook-(id|timestamp|signature)$/i.test(name)),
  );
}

export function hasContentType(own: OwnHeaders): boolean {
  return Object.keys(own).some((name) => name.toLowerCase() === "content-type");
}

interface SignedMessage {
  id: string;
  now: number;
  body: string;
}

export async function signatureHeaders(
  secret: string,
  { id, now, body }: SignedMessage,
): Promise<Record<string, string>> {
  // A full stop in the id could make another id and time produce the same signature.
  const webhookId = id.replaceAll(".", "_");
  const timestamp = String(Math.floor(now / 1000));
  const key = await crypto.subtle.importKey(
    "raw",
    signingKeyOf(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const signature = await crypto.subtle.sign("HMAC", key, utf8(`${webhookId}.${timestamp}.${body}`));
  return {
    "webhook-id": webhookId,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${toBase64(new Uint8Array(signature))}`,
  };
}
