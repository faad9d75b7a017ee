import { toBase64, toHex, utf8 } from "./bytes.ts";
import type { Config, SecretPath } from "./config.ts";
import { decodePercent } from "./decode_percent.ts";
import { MASK } from "./mask.ts";
import { readWritten } from "./written_text.ts";

const SECRET_NAME = /password|secret|token|authorization|cookie|credential|recoverycode/i;
const TOKEN_IN_URL = /([?&#;]|\b)((?:\w*token|subscription|code|state)=)[^&\s"'#]+/gi;
const QUERY_VALUE = /([?&;])([\w.%-]{1,60})=[^&\s"'#]+/g;
const SEALED_VALUE = /^v1\.[0-9a-f]{8}\.[\w-]+\.[\w-]+$/;

export const REDACTED = "[redacted]";

export function hasSecretName(name: string): boolean {
  return SECRET_NAME.test(name.replaceAll(/[_-]/g, ""));
}

export function redact(value: unknown): unknown {
  if (typeof value === "string") {
    return SEALED_VALUE.test(value) ? REDACTED : hideInText(value);
  }
  if (Array.isArray(value)) return value.map(redact);
  if (typeof value !== "object" || value === null || value instanceof Error) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      return [name, hasSecretName(name) ? REDACTED : redact(part)];
    }),
  );
}

function hideInText(text: string): string {
  return text
    .replace(TOKEN_IN_URL, `$1$2${REDACTED}`)
    .replace(QUERY_VALUE, (whole, sign, name) =>
      isCredentialQuery(name) ? `${sign}${name}=${REDACTED}` : whole,
    )
    .replace(/(:\/\/)[^\s/?#@"']+@/g, `$1${REDACTED}@`)
    .replace(/(\/(?:hook|ping|calendar\/on-call)\/)[^/?#\s"]+/gi, `$1${REDACTED}`)
    .replace(/v1\.[0-9a-f]{8}\.[\w-]+\.[\w-]+/g, REDACTED)
    .replace(/\nparams: .*/g, "");
}

const ADDRESS = /^((?:https?|wss?|grpcs?):[/\\]*|[a-z][a-z\d+.-]*:\/\/)([^/?#\\]*@)?([^?#]*)(\?[^#]*)?/i;
const CREDENTIAL =
  /key(?!word|board)|token|secret|passw|passphrase|credential|signature|^(?:sig|pwd|pass|auth|authorization|code)$/i;
const PLACEHOLDER = /^\{\{[^{}]*\}\}$/;

function isCredentialQuery(name: string): boolean {
  return CREDENTIAL.test(name);
}

export function maskAddress(text: string): string {
  return replaceCredentials(text, () => MASK);
}

export function credentialsOfAddress(text: string): string[] {
  const found: string[] = [];
  replaceCredentials(text, (credential) => {
    const password = credential.slice(credential.indexOf(":") + 1);
    found.push(credential, password, decodePercent(credential), decodePercent(password));
    return MASK;
  });
  return [...new Set(found)];
}

export function maskAddresses(config: Config): Config {
  return mapTexts(config, maskAddress);
}

export function restoreAddresses(config: Config, stored: Config | null | undefined): Config {
  return mapTexts(config, (text, before) => restoreAddress(text, [before]), stored);
}

export function restoreAddress(text: string, stored: readonly unknown[]): string {
  if (!text.includes(MASK)) return text;
  const isMaskedAs = (one: unknown): one is string => typeof one === "string" && maskAddress(one) === text;
  return stored.find(isMaskedAs) ?? text;
}

export const MASKED_ADDRESS = "The address changed: enter it again with its credentials.";

export function isMaskedAddress(text: string): boolean {
  return credentialsOfAddress(text).some((credential) => credential.includes("•"));
}

export function findMaskedAddresses(config: Config): SecretPath[] {
  return Object.entries(config).flatMap(([name, value]) => {
    if (typeof value === "string") return isMaskedAddress(value) ? [[name]] : [];
    return isObject(value) ? findMaskedAddresses({ ...value }).map((path) => [name, ...path]) : [];
  });
}

function replaceCredentials(text: string, replace: (credential: string) => string): string {
  return text.replace(ADDRESS, (_, scheme: string, user = "", rest: string, query = "") => {
    const login = user === "" ? "" : `${replace(user.slice(0, -1))}@`;
    return scheme + login + rest + query.replace(/([?&])([^=&]*)=([^&]*)/g, replaceValue);
  });

  function replaceValue(whole: string, sign: string, name: string, value: string): string {
    const isOpen = value === "" || PLACEHOLDER.test(value) || !isCredentialQuery(decodePercent(name));
    return isOpen ? whole : `${sign}${name}=${replace(value)}`;
  }
}

function mapTexts<T>(value: T, change: (text: string, before: unknown) => string, before?: unknown): T;
function mapTexts(
  value: unknown,
  change: (text: string, before: unknown) => string,
  before?: unknown,
): unknown {
  if (typeof value === "string") return change(value, before);
  if (typeof value !== "object" || value === null) return value;
  const partOf = (name: string | number) => (isObject(before) ? Reflect.get(before, name) : undefined);
  if (Array.isArray(value)) return value.map((item, i) => mapTexts(item, change, partOf(i)));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, mapTexts(part, change, partOf(name))]),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

const SHORT = 4;
const BASE64 = /[\w+/-]/;
const WORD_BEFORE = /[\p{L}\p{N}]$/u;
const WORD_BEHIND = /^[\p{L}\p{N}]/u;

interface Hider {
  add(secret: string): void;
  hide(text: string): string;
}

interface Span {
  start: number;
  end: number;
}

interface Needle {
  text: string;
  widen(text: string, span: Span): Span | null;
}

/**
 * Hides secrets in text from others in any encoding they may echo: plain, URL-encoded, JSON, HTML, hex, and
 * base64 alone or among other bytes. Linear time.
 */
export function makeHider(mark: string): Hider {
  const secrets = new Set<string>();
  let needles: Needle[] | null = null;

  return {
    add(secret) {
      const bare = secret.trim();
      if (bare === "" || secrets.has(bare)) return;
      secrets.add(bare);
      needles = null;
    },
    hide(text) {
      if (secrets.size === 0 || text === "") return text;
      needles ??= [...secrets].flatMap(needlesOf);
      const spans = findSpans(text, needles);
      return spans.length === 0 ? text : replaceSpans(text, spans, mark);
    },
  };
}

function needlesOf(secret: string): Needle[] {
  if (secret.length < SHORT) return [{ text: secret, widen: standsAlone }];
  const bytes = utf8(secret);
  const hex = toHex(bytes);
  const plain = [secret, hex, hex.toUpperCase()].map((text) => ({ text, widen: asIs }));
  const cores = [0, 1, 2].map((offset) => base64Core(bytes, offset));
  const urlSafe = cores.map((core) => core.replaceAll("+", "-").replaceAll("/", "_"));
  const encoded = [...new Set([...cores, ...urlSafe])].filter((core) => core.length >= SHORT);
  return [...plain, ...encoded.map((text) => ({ text, widen: toWholeRun }))];
}

/** The base64 characters that depend only on these bytes, when they start at this offset in a group of three. */
function base64Core(bytes: Uint8Array, offset: number): string {
  const padded = new Uint8Array(offset + bytes.length);
  padded.set(bytes, offset);
  return toBase64(padded).slice(Math.ceil((offset * 8) / 6), Math.floor((padded.length * 8) / 6));
}

function findSpans(text: string, needles: readonly Needle[]): Span[] {
  const spans = findIn(text, needles);
  for (const { text: written, places } of readWritten(text))
    for (const { start, end } of findIn(written, needles))
      spans.push({ start: places[start] ?? 0, end: places[end] ?? text.length });
  return spans;
}

function findIn(text: string, needles: readonly Needle[]): Span[] {
  const spans: Span[] = [];
  for (const { text: needle, widen } of needles) {
    let start = text.indexOf(needle);
    while (start >= 0) {
      const span = widen(text, { start, end: start + needle.length });
      if (span) spans.push(span);
      start = text.indexOf(needle, span?.end ?? start + 1);
    }
  }
  return spans;
}

function asIs(_text: string, span: Span): Span {
  return span;
}

function standsAlone(text: string, span: Span): Span | null {
  const isAlone =
    !WORD_BEFORE.test(text.slice(Math.max(0, span.start - 2), span.start)) &&
    !WORD_BEHIND.test(text.slice(span.end, span.end + 2));
  return isAlone ? span : null;
}

/** Neighbouring characters of the same base64 run hold bits of the secret at both ends. */
function toWholeRun(text: string, span: Span): Span {
  let { start, end } = span;
  while (start > 0 && BASE64.test(text[start - 1] ?? "")) start -= 1;
  while (BASE64.test(text[end] ?? "") || text[end] === "=") end += 1;
  return { start, end };
}

function replaceSpans(text: string, spans: readonly Span[], mark: string): string {
  let hidden = "";
  let from = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start >= from) hidden += text.slice(from, start) + mark;
    from = Math.max(from, end);
  }
  return hidden + text.slice(from);
}
