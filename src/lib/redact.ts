import { isCredentialQuery } from "./address_mask.ts";

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
