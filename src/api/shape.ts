import type { ZodType } from "zod";
import { invalid, type Problem } from "../lib/errors.ts";
import { formatPath } from "../lib/format_path.ts";
import { explainJsonIssue } from "../schema/explain_issue.ts";
import type { Endpoint } from "./endpoint.ts";

const MOST_PROBLEMS = 100;

export function checkShape(
  schema: ZodType,
  value: unknown,
  { root, findMore }: { root?: string | undefined; findMore?: Endpoint["findMoreProblems"] } = {},
): unknown {
  const result = schema.safeParse(value, { error: explainJsonIssue });
  if (result.success) return result.data;
  const own = result.error.issues.map((issue): Problem => {
    const { path, message } = issue;
    const code: unknown = issue.code === "custom" ? issue.params?.["code"] : undefined;
    const place = formatPath(path.length > 1 && path[0] === root ? path.slice(1) : path);
    return { path: place, message, ...(typeof code === "string" && { code }) };
  });
  const problems = [...own, ...(findMore?.(value) ?? [])].slice(0, MOST_PROBLEMS);
  const first = problems[0];
  const sentence = first ? [first.path, first.message].filter(Boolean).join(": ") : "The body is not valid.";
  throw invalid(sentence, problems);
}
