import { isJsonDeeperThan } from "../../lib/nesting.ts";
import { formatTime } from "../../lib/zoned_time.ts";
import type { Probe } from "../check_type.ts";
import { CheckFault } from "../fault.ts";
import { discardBody, makeCookieJar, readBody, send } from "../http/request.ts";

const MAX_BYTES = 2 * 1024 * 1024;
const MOST_LEVELS = 50;
const MOST_WAITING = 1000;
const USUAL_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 24 * 3_600_000;

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.slice(0, 500).map(fieldsOf) : [];
}

const retryAtByOrigin = new Map<string, number>();

export async function requestJson(probe: Probe, url: URL): Promise<Fields | null> {
  const until = retryAtByOrigin.get(url.origin) ?? 0;
  if (until > probe.now()) throw new CheckFault("protocol", `${url.host} ${describeWait(until)}.`);
  const headers = new Headers({ Accept: "application/rdap+json, application/json", "User-Agent": "Uptide" });
  const { response, url: final } = await send(
    probe,
    { url, method: "GET", headers, body: null },
    { jar: makeCookieJar(probe.now), followsRedirects: true },
  );
  if (response.status !== 200) discardBody(response);
  if (response.status === 404) return null;
  if (response.status === 429) {
    const wait = waitMsOf(response.headers.get("Retry-After"), probe.now());
    if (retryAtByOrigin.size >= MOST_WAITING) retryAtByOrigin.clear();
    for (const origin of new Set([url.origin, final.origin])) retryAtByOrigin.set(origin, probe.now() + wait);
    throw new CheckFault("protocol", `${final.host} ${describeWait(probe.now() + wait)}.`);
  }
  if (response.status !== 200)
    throw new CheckFault("protocol", `${final.host} responded with status ${response.status}.`);
  const { bytes } = await readBody(probe, response, MAX_BYTES);
  const document = parse(new TextDecoder().decode(bytes));
  if (!document) throw new CheckFault("protocol", `${final.host} responded with something else than JSON.`);
  return document;
}

function parse(text: string): Fields | null {
  if (isJsonDeeperThan(text, MOST_LEVELS)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? fieldsOf(value) : null;
  } catch {
    return null;
  }
}

function waitMsOf(header: string | null, now: number): number {
  const text = header?.trim() ?? "";
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Math.min(LONGEST_WAIT_MS, Math.max(1000, Number.isNaN(ms) ? USUAL_WAIT_MS : ms));
}

function describeWait(until: number): string {
  return `asked to wait until ${formatTime(until)}`;
}
