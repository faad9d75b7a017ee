import { sha256Hex, toBase64, utf8 } from "../../lib/bytes.ts";
import type { OAuth2 } from "../../schema/https_auth.ts";
import type { Probe } from "../check_type.ts";
import { CheckFault } from "../fault.ts";
import { excerpt } from "../quote.ts";
import { explainEdgeResponse } from "./edge_response.ts";
import { discardBody, exchange, makeCookieJar, readBody } from "./request.ts";

const MAX_BYTES = 64 * 1024;
const MOST_TOKENS = 200;
const TOKEN = /^[\x21-\x7e]+$/;
const SPARE_MS = 60_000;

interface AccessToken {
  value: string;
  /** From an earlier check, so it may have been revoked since. */
  isKept: boolean;
}

/**
 * Tokens by a hash of everything they were requested with. Without this cache a monitor would request
 * thousands a day, which providers count, bill or refuse. Each isolate has its own; losing it costs one
 * request.
 */
const kept = new Map<string, { value: string; expiresAt: number }>();

export async function getAccessToken(probe: Probe, settings: OAuth2): Promise<AccessToken> {
  const id = await idOf(settings);
  const found = kept.get(id);
  if (found && found.expiresAt - SPARE_MS > probe.now()) {
    probe.steps.hide(found.value);
    return { value: found.value, isKept: true };
  }
  const { value, lifeMs } = await requestToken(probe, settings);
  probe.steps.hide(value);
  kept.delete(id);
  kept.set(id, { value, expiresAt: probe.now() + lifeMs });
  if (kept.size > MOST_TOKENS) kept.delete(kept.keys().next().value ?? id);
  return { value, isKept: false };
}

export async function dropAccessToken(settings: OAuth2): Promise<void> {
  kept.delete(await idOf(settings));
}

function idOf({ tokenUrl, clientId, clientSecret, scope }: OAuth2): Promise<string> {
  return sha256Hex(JSON.stringify([tokenUrl, clientId, clientSecret, scope]));
}

async function requestToken(probe: Probe, settings: OAuth2): Promise<{ value: string; lifeMs: number }> {
  const { tokenUrl, clientId, clientSecret, scope } = settings;
  const url = new URL(tokenUrl);
  const form = { grant_type: "client_credentials", ...(scope === "" ? {} : { scope }) };
  const credentials = `${encodeForm(clientId)}:${encodeForm(clientSecret)}`;
  const basic = { Authorization: `Basic ${toBase64(utf8(credentials))}` };
  let response = await post(probe, url, { form, headers: basic });
  if (response.status === 400 || response.status === 401) {
    // RFC 6749 requires servers to accept the header; some accept only the form.
    discardBody(response);
    const inForm = { ...form, client_id: clientId, client_secret: clientSecret };
    response = await post(probe, url, { form: inForm, headers: {} });
  }
  const { bytes } = await readBody(probe, response, MAX_BYTES);
  return parseToken(response.status, new TextDecoder().decode(bytes));
}

interface Post {
  form: Record<string, string>;
  headers: Record<string, string>;
}

async function post(probe: Probe, url: URL, { form, headers }: Post): Promise<Response> {
  const named = new Headers({ ...headers, Accept: "application/json" });
  named.set("Content-Type", "application/x-www-form-urlencoded");
  const request = { url, method: "POST", headers: named, body: new URLSearchParams(form).toString() };
  return await exchange(probe, request, makeCookieJar(probe.now));
}

function parseToken(status: number, text: string): { value: string; lifeMs: number } {
  const document = parseJson(text);
  const value = document["access_token"];
  if (status === 200 && typeof value === "string" && TOKEN.test(value)) {
    return { value, lifeMs: Math.max(0, Number(document["expires_in"]) || 0) * 1000 };
  }
  const why =
    explainEdgeResponse(status, text)?.message ?? document["error_description"] ?? document["error"];
  const reason = typeof why === "string" ? `: ${excerpt(why, 200)}` : "";
  throw new CheckFault("login", `The token server returned no access token (status ${status}${reason}).`);
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(text);
    return typeof document === "object" && document !== null ? (document as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function encodeForm(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}
