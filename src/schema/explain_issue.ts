import type { z } from "zod";
import { joinOr } from "../lib/join_or.ts";

type Explain = z.core.$ZodErrorMap;

const NAMES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
};

export const explainIssue: Explain = (issue) => {
  if (issue.code !== "invalid_type" || issue.input === undefined)
    return explain(issue, "settings, one per line");
  const isBare = issue.expected === "string" && ["number", "boolean"].includes(typeof issue.input);
  return isBare ? "This must be text: put it in quotes." : explain(issue, "settings, one per line");
};

export const explainJsonIssue: Explain = (issue) => explain(issue, "an object");

function explain(issue: Parameters<Explain>[0], object: string): string | undefined {
  if (issue.code === "invalid_type") {
    if (issue.input === undefined) return "This is missing.";
    const isObject = issue.expected === "object" || issue.expected === "record";
    return `This must be ${isObject ? object : (NAMES[issue.expected] ?? issue.expected)}.`;
  }
  if (issue.code === "invalid_value") return `Use ${joinOr(issue.values.map(String))}.`;
  if (issue.code === "too_small") {
    return explainBound(issue.inclusive === false ? "more than" : "at least", issue.minimum, issue.origin);
  }
  if (issue.code === "too_big") return explainBound("at most", issue.maximum, issue.origin);
  if (issue.code === "unrecognized_keys") {
    return `Unknown setting ${issue.keys.join(", ")}: leave it out, or check its spelling.`;
  }
  if (issue.code === "invalid_key") return issue.issues[0]?.message;
  if (issue.code === "invalid_union" && Array.isArray(issue.options))
    return `Use ${joinOr(issue.options.map(String))}.`;
  if (issue.code === "invalid_union")
    return issue.errors.at(-1)?.find(({ path }) => path.length === 0)?.message;
  return undefined;
}

function explainBound(how: string, bound: number | bigint, origin: string): string {
  if (origin === "string") return `Use ${how} ${bound} characters.`;
  return origin === "array" ? `List ${how} ${bound}.` : `Use ${how} ${bound}.`;
}
