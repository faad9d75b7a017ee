import { z } from "zod";
import { parseJsonPath } from "../lib/json_path.ts";
import { compileRegex } from "../lib/linear_regex/compile.ts";
import { findPlaceholders } from "../lib/template.ts";
import { lineOrNothing } from "./common.ts";
import { filledUrl } from "./filled_request.ts";
import { refuseRequest, requestFields, withoutUnset } from "./https_config.ts";
import { trimmedText } from "./limits.ts";
import { HEADER_NAME } from "./monitor_config.ts";

const MOST_STEPS = 10;
const MOST_CAPTURES = 20;
const NAME = /^[A-Za-z_][\w-]{0,63}$/;

const CAPTURED_FROM = ["json", "header", "cookie", "regex", "status"] as const;
type CapturedFrom = (typeof CAPTURED_FROM)[number];

const PATH_RULES: Readonly<Record<CapturedFrom, { takes(path: string): boolean; sentence: string }>> = {
  json: {
    takes: (path) => parseJsonPath(path) !== null,
    sentence: "Use a path such as $.access_token or $.items[0].id.",
  },
  header: { takes: (path) => HEADER_NAME.test(path), sentence: "This isn't a valid header name." },
  cookie: { takes: (path) => HEADER_NAME.test(path), sentence: "This isn't a valid cookie name." },
  regex: {
    takes: (path) => compileRegex(path) !== null,
    sentence:
      "Use a regular expression of at most 500 characters, without lookaround and backreferences; its first group is captured.",
  },
  status: { takes: (path) => path === "", sentence: "A status has no path: leave it out." },
};

const capture = z
  .object({
    from: z
      .enum(CAPTURED_FROM, "Use json, header, cookie, regex or status.")
      .meta({ title: "From", "x-labels": { json: "JSON", regex: "Regular expression" } }),
    path: trimmedText(500)
      .default("")
      .meta({
        title: "Path",
        description: "The JSON path, the name of the header or cookie, or the regular expression.",
        examples: ["$.access_token", "location"],
      }),
  })
  .superRefine(({ from, path }, context) => {
    const { takes, sentence } = PATH_RULES[from];
    if (!takes(path)) context.addIssue({ code: "custom", path: ["path"], message: sentence });
  });
export type Capture = z.output<typeof capture>;

const captures = z
  .record(z.string(), capture)
  .superRefine((entries, context) => {
    const names = Object.keys(entries);
    if (names.length > MOST_CAPTURES)
      context.addIssue({ code: "custom", message: `Capture at most ${MOST_CAPTURES} values.` });
    for (const name of names.filter((name) => !NAME.test(name))) {
      const message = "Use up to 64 letters, digits, _ and - for the name, the first a letter.";
      context.addIssue({ code: "custom", path: [name], message });
    }
  })
  .meta({
    title: "Captured values",
    description: "Later steps use them as {{name}} in the URL after the host, in headers and in the body.",
  });

const request = z
  .object({ ...requestFields, url: filledUrl.meta({ examples: ["https://example.com/login"] }) })
  .superRefine(refuseRequest)
  .transform(withoutUnset)
  .meta({ title: "Request" });
export type FlowRequest = z.output<typeof request>;

const step = z
  .object({
    name: lineOrNothing(100)
      .default("")
      .meta({ title: "Name", examples: ["Sign in"] }),
    request,
    capture: captures.default({}),
  })
  .superRefine(({ request: { method }, capture }, context) => {
    const needsBody = Object.entries(capture).filter(([, { from }]) => from === "json" || from === "regex");
    if (method !== "HEAD") return;
    for (const [name] of needsBody) {
      const message = "HEAD responses have no body to capture from: use GET.";
      context.addIssue({ code: "custom", path: ["capture", name], message });
    }
  })
  .meta({ title: "Step" });
export type FlowStep = z.output<typeof step>;

const steps = z
  .array(step, "Enter a list of steps.")
  .min(1, "Add a step.")
  .max(MOST_STEPS, `Use at most ${MOST_STEPS} steps.`)
  .meta({
    title: "Steps",
    description: "Steps run in order. The check ends at the first step that is down.",
  });

export const filledFlowConfig = z.object({ steps });
export type FlowConfig = z.output<typeof filledFlowConfig>;

export const flowConfig = filledFlowConfig.superRefine(({ steps }, context) => {
  const known = new Set<string>();
  for (const [at, { request, capture }] of steps.entries()) {
    for (const { path, text } of filledTexts(request))
      for (const name of findPlaceholders(text).filter((name) => !known.has(name))) {
        const message = `No earlier step captures ${name}.`;
        context.addIssue({ code: "custom", path: ["steps", at, "request", ...path], message });
      }
    for (const name of Object.keys(capture)) known.add(name);
  }
});

function filledTexts({ url, headers, body, auth }: FlowRequest): { path: string[]; text: string }[] {
  const named = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" ? [{ path: ["headers", name], text: value }] : [],
  );
  const token =
    auth.type === "bearer" ? [{ path: ["auth", "bearer", "token"], text: auth.bearer.token }] : [];
  return [{ path: ["url"], text: url }, ...named, { path: ["body"], text: body }, ...token];
}
