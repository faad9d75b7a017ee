import { z } from "zod";
import { isCredentialName } from "../lib/credential_name.ts";
import { isHalfMask, MASK } from "../lib/mask.ts";
import { parseIp, parseName } from "../lib/wire/host_name.ts";
import { line } from "./common.ts";
import { text, trimmedText, wholeNumber } from "./limits.ts";

export const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\u{10ffff}]*$/u;
/** The platform writes these itself and drops given values. */
const OWN_HEADERS = new Set(["connection", "content-length", "host", "te", "transfer-encoding", "upgrade"]);

export const host = trimmedText(255, "Enter a host name or an IP address.")
  .refine(
    (text) => parseIp(text) !== null || parseName(text) !== null,
    "Use a host name or an IP address, without a scheme, port or path.",
  )
  .meta({ title: "Host", description: "A host name or an IP address.", examples: ["db.example.com"] });

export const port = wholeNumber(1, 65_535).meta({ title: "Port" });

export const WARN_DAYS = 14;

export const warnDays = wholeNumber(1, 365, "days")
  .default(WARN_DAYS)
  .meta({ title: "Warn days", description: "Days before expiry to warn." });

export const webUrl = trimmedText(4000, "Enter an http or https address.")
  .refine(isWebUrl, "Use an http or https address, such as https://example.com/health.")
  .meta({ title: "URL", format: "uri", examples: ["https://example.com/health"] });

export function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:");
}

export const secretText = text(10_000, "Secrets must be text.").refine(
  (text) => !isHalfMask(text),
  "Enter the whole secret, or keep the mask.",
);

export const vaultReference = z
  .object({
    vault: line(200).meta({ title: "Vault" }),
    secret: line(200).meta({ title: "Secret" }),
    fieldMapping: z
      .object({ user: line(200).optional(), password: line(200).optional() })
      .optional()
      .meta({ description: "The secret's fields with the user and the password." }),
  })
  .meta({ title: "Vault reference" });

const headerText = text(8000, "Header values must be text.");

export const headers = headersOf(headerText);

export const vaultHeaders = headersOf(
  z.union([headerText, z.object({ vault: vaultReference })], {
    error: "Header values must be text or a vault reference.",
  }),
);

export function textHeaders(all: z.output<typeof vaultHeaders>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

function headersOf<T extends z.ZodType<string | object, string | object>>(value: T) {
  return z
    .record(z.string(), value)
    .superRefine((entries, context) => {
      if (Object.keys(entries).length > 50)
        context.addIssue({ code: "custom", message: "Use at most 50 headers." });
      for (const [name, entry] of Object.entries(entries)) {
        const message = findHeaderProblem(name, entry);
        if (message) context.addIssue({ code: "custom", path: [name], message });
      }
    })
    .meta({
      title: "Headers",
      description:
        "Sent with the request. Values of Authorization, Cookie and any header with key, token, secret or password in its name are stored as secrets.",
    });
}

function findHeaderProblem(name: string, value: string | object): string | null {
  if (!HEADER_NAME.test(name)) return "This isn't a valid header name.";
  if (OWN_HEADERS.has(name.toLowerCase())) return "The platform sets this header: leave it out.";
  if (typeof value !== "string") {
    // Any other header would follow redirects to other hosts.
    return isCredentialName(name)
      ? null
      : "Only headers with key, token, secret or password in their name can come from a vault.";
  }
  if (isCredentialName(name) && isHalfMask(value)) {
    return "Enter the whole secret, or keep the mask.";
  }
  return value === MASK || HEADER_VALUE.test(value) ? null : "Leave out line breaks and control characters.";
}
