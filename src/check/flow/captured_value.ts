import { parseJsonPath, readJsonPath } from "../../lib/json_path.ts";
import { compileRegex } from "../../lib/linear_regex/compile.ts";
import { findRegex } from "../../lib/linear_regex/find.ts";
import { isSecret } from "../../lib/redact_text.ts";
import type { Capture } from "../../schema/flow_config.ts";
import { CheckFault } from "../fault.ts";
import type { Json } from "../http/assertion.ts";
import type { CookieJar } from "../http/request.ts";

const LONGEST = 8000;
/** Enough for a page's head and form, and little enough for any expression. */
const SEARCHED = 256 * 1024;
const LEAST_SECRET = 6;
const RANDOM = /^(?=.*\d)(?=.*[A-Za-z])[\w+/=.~-]{16,}$/;

interface StepResponse {
  response: Response;
  text: string | null;
  json: Json | null;
  jar: CookieJar;
}

export function captureValue(name: string, capture: Capture, reply: StepResponse): string {
  const value = findValue(capture, reply);
  if (typeof value === "object") throw captureFault(name, value.problem);
  if (value.length > LONGEST) throw captureFault(name, `it is longer than ${LONGEST} characters`);
  return value;
}

/** Erring on the side of hiding; shorter values would hide words of the message itself. */
export function looksSecret(name: string, { from, path }: Capture, value: string): boolean {
  if (from === "status" || value.length < LEAST_SECRET) return false;
  return from === "cookie" || isSecret(name) || isSecret(path) || RANDOM.test(value);
}

function findValue(
  { from, path }: Capture,
  { response, text, json, jar }: StepResponse,
): string | { problem: string } {
  switch (from) {
    case "status":
      return String(response.status);
    case "header":
      return response.headers.get(path) ?? { problem: `the response has no header ${path}` };
    case "cookie":
      return jar.find(path) ?? { problem: `no cookie ${path} was set` };
    case "regex":
      return findByRegex(path, text ?? "") ?? { problem: "the expression matches nothing in the response" };
    case "json":
      return readJson(path, json ?? { document: undefined });
  }
}

function readJson(path: string, json: Json): string | { problem: string } {
  if ("problem" in json) return json;
  const value = readJsonPath(json.document, parseJsonPath(path) ?? []);
  if (value === undefined || value === null) return { problem: `${path} is missing` };
  return typeof value === "string" ? value : JSON.stringify(value);
}

function findByRegex(pattern: string, text: string): string | null {
  const program = compileRegex(pattern);
  const found = program && findRegex(program, text.slice(0, SEARCHED));
  return found && (found.group ?? found.whole);
}

function captureFault(name: string, problem: string): CheckFault {
  return new CheckFault("protocol", `Can't capture ${name}: ${problem}.`);
}
