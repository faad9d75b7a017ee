import { parseJsonPath, readJsonPath } from "../../lib/json_path.ts";
import {
  type Assertion,
  type HeaderAssertion,
  isNumeric,
  type JsonAssertion,
} from "../../schema/https_assertion.ts";
import { quote } from "../quote.ts";
import type { Verdict } from "./verdict.ts";

export type Json = { document: unknown } | { problem: string };

interface JudgedResponse {
  headers: Headers;
  json: Json | null;
}

export function judgeAssertion(assertion: Assertion, { headers, json }: JudgedResponse): Verdict {
  const label = assertion.source === "header" ? `Header ${assertion.name}` : assertion.path;
  const problem =
    assertion.source === "header"
      ? judgeHeader(assertion, headers)
      : judgeJson(assertion, json ?? { document: undefined });
  return problem === null
    ? { label, status: "up", message: "" }
    : { label, status: assertion.failsAs, message: `${label}: ${problem}.` };
}

function judgeHeader({ name, operator, value }: HeaderAssertion, headers: Headers): string | null {
  const got = headers.get(name);
  if (operator === "exists") return got === null ? "expected, but it is missing" : null;
  if (operator === "not_exists") return got === null ? null : `expected to be missing, got ${quote(got)}`;
  const wanted = toText(value);
  const isMet = {
    equals: got === wanted,
    not_equals: got !== wanted,
    contains: got?.includes(wanted) ?? false,
  }[operator];
  return isMet
    ? null
    : `expected ${describe(operator, wanted)}, ${got === null ? "but it is missing" : `got ${quote(got)}`}`;
}

function judgeJson({ path, operator, value }: JsonAssertion, json: Json): string | null {
  if ("problem" in json) return json.problem;
  const got = readJsonPath(json.document, parseJsonPath(path) ?? []);
  if (operator === "exists") return got === undefined ? "expected, but it is missing" : null;
  const isMet = {
    equals: got !== undefined && isSame(got, value),
    not_equals: got === undefined || !isSame(got, value),
    contains: got !== undefined && contains(got, value),
    less_than: isNumeric(got) && Number(got) < Number(value),
    greater_than: isNumeric(got) && Number(got) > Number(value),
  }[operator];
  if (isMet) return null;
  return `expected ${describe(operator, toText(value))}, ${got === undefined ? "but it is missing" : `got ${quote(toText(got))}`}`;
}

const WORDS: Readonly<Record<string, string>> = {
  equals: "",
  not_equals: "anything but ",
  contains: "something with ",
  less_than: "less than ",
  greater_than: "more than ",
};

function describe(operator: string, wanted: string): string {
  return `${WORDS[operator] ?? ""}${quote(wanted)}`;
}

/** Forms write every value as text, so 5 equals "5" and true equals "true". */
function isSame(got: unknown, wanted: unknown): boolean {
  if (typeof got === "number" && isNumeric(wanted)) return got === Number(wanted);
  return toText(got) === toText(wanted);
}

function contains(got: unknown, wanted: unknown): boolean {
  return Array.isArray(got) ? got.some((part) => isSame(part, wanted)) : toText(got).includes(toText(wanted));
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
