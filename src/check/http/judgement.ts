import { isExpectedStatus } from "../../lib/expected_status.ts";
import type { HttpsConfig } from "../../schema/https_config.ts";
import type { Probe } from "../check_type.ts";
import { quote } from "../quote.ts";
import { type Json, judgeAssertion } from "./assertion.ts";
import { decodeBody, readBody } from "./body.ts";
import { explainEdgeAnswer } from "./edge_answer.ts";
import type { HttpAnswer } from "./request.ts";
import type { Verdict } from "./verdict.ts";

const MAX_BYTES = 1024 * 1024;
/** Enough for the page of an error that Cloudflare's edge answers with. */
const EDGE_BYTES = 1024;

/** Holds an answer against everything the config asks for. The body is read only as far as something needs it. */
export async function judgeAnswer(
  probe: Probe<HttpsConfig>,
  answer: HttpAnswer,
  responseMs: number,
): Promise<Verdict[]> {
  const { config } = probe;
  const { response } = answer;
  if (!isExpectedStatus(config.expectedStatus, response.status)) return [await judgeStatus(probe, answer)];
  const verdicts: Verdict[] = [{ label: "Status", status: "up", message: "" }];
  if (config.degradedAboveMs !== null) verdicts.push(judgeTime(responseMs, config.degradedAboveMs));
  const needsJson = config.assertions.some(({ source }) => source === "json");
  const text = config.keyword !== "" || needsJson ? await readText(probe, response) : null;
  if (text && config.keyword !== "") verdicts.push(judgeKeyword(text, config.keyword));
  const json = text && needsJson ? parseJson(text) : null;
  const { headers } = response;
  return [...verdicts, ...config.assertions.map((assertion) => judgeAssertion(assertion, { headers, json }))];
}

async function judgeStatus(probe: Probe<HttpsConfig>, answer: HttpAnswer): Promise<Verdict> {
  const { response, strippedOrigin, url } = answer;
  const { status } = response;
  const bytes = await readBody(probe, response, EDGE_BYTES).then(
    (body) => body.bytes,
    () => new Uint8Array(),
  );
  const edge = explainEdgeAnswer(status, new TextDecoder().decode(bytes));
  if (edge) return { label: "Status", status: "down", message: edge.message };
  const isRefused = strippedOrigin !== null && (status === 401 || status === 403);
  const hint = isRefused ? ` The redirect led to ${url.origin}, where the credentials were not sent.` : "";
  const message = `Expected status ${probe.config.expectedStatus}, got ${status}.${hint}`;
  return { label: "Status", status: "down", message };
}

function judgeTime(responseMs: number, degradedAboveMs: number): Verdict {
  const label = "Response time";
  if (responseMs <= degradedAboveMs) return { label, status: "up", message: "" };
  const message = `Expected an answer within ${degradedAboveMs} ms, got it after ${responseMs} ms.`;
  return { label, status: "degraded", message };
}

interface Text {
  text: string;
  isWhole: boolean;
}

async function readText(probe: Probe, response: Response): Promise<Text> {
  const plan = { label: "Read the answer", late: "The answer was not complete" };
  const { bytes, isWhole } = await probe.steps.run(plan, () => readBody(probe, response, MAX_BYTES));
  return { text: decodeBody(bytes, response.headers), isWhole };
}

function judgeKeyword({ text, isWhole }: Text, keyword: string): Verdict {
  const label = "Keyword";
  if (text.includes(keyword)) return { label, status: "up", message: "" };
  const where = isWhole ? "the answer" : "the first megabyte of the answer";
  return { label, status: "degraded", message: `The keyword ${quote(keyword)} is not in ${where}.` };
}

function parseJson({ text, isWhole }: Text): Json {
  if (!isWhole) return { problem: "the answer is over a megabyte and was not read as JSON" };
  try {
    return { document: JSON.parse(text) };
  } catch {
    return { problem: `the answer is not JSON, it begins with ${quote(text.slice(0, 40))}` };
  }
}
