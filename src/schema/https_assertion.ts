import { z } from "zod";
import { parseJsonPath } from "../lib/json_path.ts";
import { text, trimmedText } from "./limits.ts";

export const failsAs = z.enum(["down", "degraded"], "Use down or degraded.").meta({ title: "Fails as" });
const assertionFailsAs = failsAs.default("down");

const operand = z.union(
  [text(2000), z.number(), z.boolean(), z.null()],
  "Use text, a number, true, false or null.",
);
const value = operand
  .default("")
  .meta({ title: "Value", description: "Not needed for exists and not_exists." });

const headerAssertion = z
  .object({
    source: z.literal("header"),
    name: z
      .string("Enter the header's name.")
      .trim()
      .regex(/^[\w!#$%&'*+.^`|~-]+$/, "This isn't a valid header name.")
      .meta({ title: "Header" }),
    operator: z
      .enum(
        ["exists", "not_exists", "equals", "not_equals", "contains"],
        "Use exists, not_exists, equals, not_equals or contains.",
      )
      .meta({ title: "Operator" }),
    value,
    failsAs: assertionFailsAs,
  })
  .meta({ title: "Header" });
export type HeaderAssertion = z.output<typeof headerAssertion>;

const jsonAssertion = z
  .object({
    source: z.literal("json"),
    path: trimmedText(1000, "Enter a path into the JSON.")
      .refine((text) => parseJsonPath(text) !== null, "Use a path such as $.status or $.items[0].name.")
      .meta({ title: "Path", examples: ["$.status", "$.items[0].name"] }),
    operator: z
      .enum(
        ["exists", "equals", "not_equals", "contains", "less_than", "greater_than"],
        "Use exists, equals, not_equals, contains, less_than or greater_than.",
      )
      .meta({ title: "Operator" }),
    value,
    failsAs: assertionFailsAs,
  })
  .refine(({ operator, value }) => !isComparison(operator) || isNumeric(value), {
    path: ["value"],
    message: "Compare with a number.",
  })
  .meta({ title: "JSON" });
export type JsonAssertion = z.output<typeof jsonAssertion>;

export const assertion = z.discriminatedUnion("source", [headerAssertion, jsonAssertion], {
  error: "Use header or json as source.",
});
export type Assertion = z.output<typeof assertion>;

function isComparison(operator: string): boolean {
  return operator === "less_than" || operator === "greater_than";
}

export function isNumeric(value: unknown): boolean {
  return (
    typeof value === "number" ||
    (typeof value === "string" && value.trim() !== "" && !Number.isNaN(Number(value)))
  );
}
