import type { Config, SecretPath } from "./config.ts";
import { decodePercent } from "./decode_percent.ts";
import { MASK } from "./mask.ts";

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
    .replace(/(\/(?:hook|ping)\/)[^/?#\s"]+/gi, `$1${REDACTED}`)
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
