import type { z } from "zod";

const NAMES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "settings, one a line",
  record: "settings, one a line",
};

/** The sentence for what a schema has no words of its own for. */
export const explainIssue: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === "invalid_type") {
    if (issue.input === undefined) return "This is missing.";
    const isBare = issue.expected === "string" && ["number", "boolean"].includes(typeof issue.input);
    return `This must be ${NAMES[issue.expected] ?? issue.expected}${isBare ? ": put it in quotes" : ""}.`;
  }
  if (issue.code === "invalid_value") return `Use ${issue.values.map(String).join(", ")}.`;
  return undefined;
};
