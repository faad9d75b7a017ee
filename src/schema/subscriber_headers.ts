import { z } from "zod";
import { limitedText, refusal, type SignUpProblem } from "./sign_up_problem.ts";

const MOST_HEADERS = 10;
const MOST_NAME = 100;
const MOST_VALUE = 2000;
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** Characters that fetch accepts in a header on every platform. */
const VISIBLE = /^[\x20-\x7e\t]*$/;

const TRANSPORT = new Set([
  "accept-charset",
  "accept-encoding",
  "access-control-request-headers",
  "access-control-request-method",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "cookie2",
  "date",
  "expect",
  "forwarded",
  "host",
  "http2-settings",
  "keep-alive",
  "max-forwards",
  "origin",
  "referer",
  "set-cookie",
  "set-cookie2",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
  "x-real-ip",
]);
const RESERVED = /^(x-svc-|webhook-|proxy-|sec-|cf-|cdn-|x-forwarded-)/;

export const subscriberHeaders = z
  .record(
    z.string(),
    limitedText(MOST_VALUE, "Header values must be text.").refine(
      (value) => VISIBLE.test(value),
      refusal("badHeaderValue", "Use one line of plain ASCII characters."),
    ),
  )
  .superRefine((headers, context) => {
    const names = Object.keys(headers);
    if (names.length > MOST_HEADERS)
      context.addIssue({
        code: "custom",
        message: `Use at most ${MOST_HEADERS} headers.`,
        params: { code: "headersMany" satisfies SignUpProblem },
      });
    const seen = new Set<string>();
    for (const name of names) {
      const problem = findNameProblem(name, seen);
      if (problem) context.addIssue({ code: "custom", path: [name], ...problem });
      seen.add(name.toLowerCase());
    }
  })
  .meta({ description: `Up to ${MOST_HEADERS}. Values are stored encrypted and never returned.` });

function findNameProblem(name: string, seen: ReadonlySet<string>) {
  const lower = name.toLowerCase();
  if (!TOKEN.test(name) || name.length > MOST_NAME || lower === "__proto__")
    return refuse("badHeaderName", "This isn't a valid header name.");
  if (seen.has(lower)) return refuse("headerTwice", "This header appears twice.");
  if (TRANSPORT.has(lower) || RESERVED.test(lower))
    return refuse("headerReserved", `${name} is set by the service: leave it out.`);
  return null;
}

function refuse(code: SignUpProblem, message: string) {
  return { message, params: { code } };
}
