import { isExpectedStatus } from "../../lib/expected_status.ts";
import { isJsonDeeperThan } from "../../lib/nesting.ts";
import type { BoundedBody } from "../../lib/read_bounded.ts";
import type { RequestConfig } from "../../schema/https_config.ts";
import type { Probe } from "../check_type.ts";
import { CheckFault } from "../fault.ts";
import { quote } from "../quote.ts";
import { type Json, judgeAssertion } from "./assertion.ts";
import { decodeBody, readBody } from "./body.ts";
import { explainEdgeResponse } from "./edge_response.ts";
import { KEPT_LOOK_BYTES } from "./kept_body.ts";
import type { HttpResponse } from "./request.ts";
import type { Verdict } from "./verdict.ts";

const MAX_BYTES = 1024 * 1024;
/** Far deeper than real responses, and shallow enough for recursive comparison. */
const MOST_LEVELS = 200;
const EDGE_BYTES = 1024;

interface Judgement {
  verdicts: Verdict[];
  read: BoundedBody | null;
  text: string | null;
  json: Json | null;
}

interface JudgeOptions {
  responseMs: number;
  needsText?: boolean;
  needsJson?: boolean;
}

export async function judgeResponse(
  probe: Probe<RequestConfig>,
  reply: HttpResponse,
  { responseMs, needsText = false, needsJson = false }: JudgeOptions,
): Promise<Judgement> {
  const { config } = probe;
  const { response } = reply;
  if (!isExpectedStatus(config.expectedStatus, response.status)) return await judgeStatus(probe, reply);
  const verdicts: Verdict[] = [{ label: "Status", status: "up", message: "" }];
  if (config.degradedAboveMs !== null) verdicts.push(judgeTime(responseMs, config.degradedAboveMs));
  const readsJson = needsJson || config.assertions.some(({ source }) => source === "json");
  const readsText = needsText || readsJson || config.keyword !== "";
  const text = readsText ? await readText(probe, response) : null;
  if (text && config.keyword !== "") verdicts.push(judgeKeyword(text, config));
  const json = text && readsJson ? parseJson(text) : null;
  const { headers } = response;
  const asserted = config.assertions.map((assertion) => judgeAssertion(assertion, { headers, json }));
  return { verdicts: [...verdicts, ...asserted], read: text?.read ?? null, text: text?.text ?? null, json };
}

async function judgeStatus(probe: Probe<RequestConfig>, reply: HttpResponse): Promise<Judgement> {
  const { response, strippedOrigin, url } = reply;
  const { status } = response;
  const { keepBody, invert, expectedStatus } = probe.config;
  const read = await readBody(probe, response, keepBody ? KEPT_LOOK_BYTES : EDGE_BYTES).catch(() => null);
  const judge = (message: string): Judgement => {
    return { verdicts: [{ label: "Status", status: "down", message }], read, text: null, json: null };
  };
  const edge = explainEdgeResponse(status, new TextDecoder().decode(read?.bytes));
  // Nothing is known of the target, so this can't count as the expected failure.
  if (invert && edge?.kind === "not_allowed") throw new CheckFault(edge.kind, edge.message);
  if (edge) return judge(edge.message);
  const isRefused = strippedOrigin !== null && (status === 401 || status === 403);
  const hint = isRefused ? ` The redirect led to ${url.origin}, where the credentials weren't sent.` : "";
  return judge(`Expected status ${expectedStatus}, got ${status}.${hint}`);
}

function judgeTime(responseMs: number, degradedAboveMs: number): Verdict {
  const label = "Response time";
  if (responseMs <= degradedAboveMs) return { label, status: "up", message: "" };
  const message = `Expected a response within ${degradedAboveMs} ms, got it after ${responseMs} ms.`;
  return { label, status: "degraded", message };
}

interface Text {
  text: string;
  read: BoundedBody;
}

async function readText(probe: Probe, response: Response): Promise<Text> {
  const plan = { label: "Read the response", late: "Incomplete response" };
  const read = await probe.steps.run(plan, () => readBody(probe, response, MAX_BYTES));
  return { text: decodeBody(read.bytes, response.headers), read };
}

function judgeKeyword(
  { text, read }: Text,
  { keyword, keywordAbsent, keywordFailsAs }: RequestConfig,
): Verdict {
  const label = "Keyword";
  if (text.includes(keyword) !== Boolean(keywordAbsent)) return { label, status: "up", message: "" };
  const where = read.isWhole ? "the response" : "the first megabyte of the response";
  const message = keywordAbsent
    ? `The keyword ${quote(keyword)} is in ${where}, but must not be.`
    : `The keyword ${quote(keyword)} is not in ${where}.`;
  return { label, status: keywordFailsAs ?? "degraded", message };
}

function parseJson({ text, read }: Text): Json {
  if (!read.isWhole) return { problem: "the response is over 1 MB and wasn't parsed as JSON" };
  if (isJsonDeeperThan(text, MOST_LEVELS))
    return { problem: `the response nests deeper than ${MOST_LEVELS} levels and wasn't parsed as JSON` };
  try {
    return { document: JSON.parse(text) };
  } catch {
    return { problem: `the response isn't JSON but starts with ${quote(text, 40)}` };
  }
}
