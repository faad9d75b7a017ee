import { z } from "zod";
import { joinOr } from "../lib/join_or.ts";
import { assertion, failsAs } from "./https_assertion.ts";
import { httpsAuth } from "./https_auth.ts";
import { listUpTo, text, trimmedText, wholeNumber } from "./limits.ts";
import { vaultHeaders, warnDays, webUrl } from "./monitor_config.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

const WITH_KEYWORD = { "x-shownWith": "keyword" };

const expectedStatus = z
  .union([z.int(), trimmedText(200)])
  .refine(
    (value) => parseStatuses(String(value)) !== null,
    "Use a status such as 200, or ranges such as 200-299,301.",
  )
  .default(200)
  .meta({ title: "Expected status", examples: [200, "200-299,301"] });

export const requestFields = {
  url: webUrl,
  method: z
    .enum(METHODS, `Use ${joinOr(METHODS)}.`)
    .default("GET")
    .meta({ title: "Method" }),
  headers: vaultHeaders.default({}),
  body: text(100_000).default("").meta({ title: "Body" }),
  expectedStatus,
  followRedirects: z.boolean().default(true).meta({
    title: "Follow redirects",
    description: "Up to 10. Credentials are never sent to another origin.",
  }),
  keyword: text(1000).default("").meta({
    title: "Keyword",
    description: "Searched in the first megabyte of the response. Degraded if missing.",
  }),
  keywordAbsent: z
    .boolean()
    .default(false)
    .meta({
      ...WITH_KEYWORD,
      title: "Keyword must be absent",
      description: "Fails if the keyword is found, instead of if it is missing.",
    }),
  keywordFailsAs: failsAs.default("degraded").meta({
    ...WITH_KEYWORD,
    title: "Keyword fails as",
    description: "The status if the keyword check fails.",
  }),
  auth: httpsAuth.default({ type: "none" }).meta({ title: "Sign-in" }),
  assertions: listUpTo(50, assertion, "assertions").default([]).meta({
    title: "Assertions",
    description: "Conditions on the final response's headers and JSON. JSON over 1 MB isn't read.",
  }),
  degradedAboveMs: wholeNumber(1, 300_000)
    .nullable()
    .default(null)
    .meta({ title: "Degraded above ms", description: "Slower responses are degraded." }),
  invert: z.boolean().default(false).meta({
    title: "Inverted",
    description: "Up if the check is down, and down otherwise. For targets that must stay unreachable.",
  }),
  keepBody: z.boolean().default(false).meta({
    title: "Keep the body of a failing response",
    description: "Keeps the first 2 KB with the failure. Values that look like secrets are hidden.",
  }),
};

const { invert, keepBody, ...commonFields } = requestFields;

export const httpsConfig = z
  .object({
    ...commonFields,
    certExpiry: z
      .object({ enabled: z.boolean().default(true).meta({ title: "Warn before expiry" }), warnDays })
      .prefault({})
      .meta({ title: "Certificate" }),
    invert,
    keepBody,
  })
  .superRefine(refuseRequest)
  .transform(withoutUnset);

type Request = z.output<z.ZodObject<typeof requestFields>>;
export type RequestConfig = Omit<Request, Unset> & Partial<Pick<Request, Unset>>;

export function refuseRequest(
  { method, body, keyword, keywordAbsent, keepBody, assertions }: Request,
  context: z.RefinementCtx,
): void {
  const refuse = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (body !== "" && (method === "GET" || method === "HEAD")) {
    refuse("body", `${method} has no body: use POST, PUT, PATCH, DELETE or OPTIONS.`);
  }
  if (keywordAbsent && keyword === "") refuse("keyword", "Enter the keyword that must be absent.");
  if (method !== "HEAD") return;
  if (keepBody) refuse("keepBody", "HEAD responses have no body to keep: use GET.");
  if (keyword !== "") refuse("keyword", "HEAD responses have no body to search: use GET.");
  if (assertions.some(({ source }) => source === "json")) {
    refuse("assertions", "HEAD responses have no body to read JSON from: use GET.");
  }
}

type Unset = "keywordAbsent" | "keywordFailsAs" | "invert" | "keepBody";

export function withoutUnset<R extends Request>({
  keywordAbsent,
  keywordFailsAs,
  invert,
  keepBody,
  ...rest
}: R): Omit<R, Unset> & Partial<Pick<Request, Unset>> {
  return {
    ...rest,
    ...(keywordAbsent && { keywordAbsent }),
    ...(keywordFailsAs !== "degraded" && { keywordFailsAs }),
    ...(invert && { invert }),
    ...(keepBody && { keepBody }),
  };
}

export type HttpsConfig = z.output<typeof httpsConfig>;

interface Range {
  from: number;
  to: number;
}

export function parseStatuses(text: string): Range[] | null {
  const ranges = text.split(",").map((part) => {
    const [, from, to] = /^\s*([1-5]\d\d)(?:\s*-\s*([1-5]\d\d))?\s*$/.exec(part) ?? [];
    return from ? { from: Number(from), to: Number(to ?? from) } : null;
  });
  return ranges.every((range) => range !== null && range.from <= range.to) ? (ranges as Range[]) : null;
}

export function isExpectedStatus(expected: number | string, status: number): boolean {
  const ranges = parseStatuses(String(expected)) ?? [];
  return ranges.some(({ from, to }) => from <= status && status <= to);
}
