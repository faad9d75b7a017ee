import { isJsonDeeperThan } from "../../lib/nesting.ts";
import type { BoundedBody } from "../../lib/wire/reader.ts";
import type { CheckStatus } from "../../schema/check_status.ts";
import { isExpectedStatus, type RequestConfig } from "../../schema/https_config.ts";
import { textHeaders } from "../../schema/monitor_config.ts";
import type { Finding, Probe } from "../check_type.ts";
import { CheckFault } from "../fault.ts";
import { quote } from "../quote.ts";
import { type Json, judgeAssertion } from "./assertion.ts";
import { signInWithCas } from "./cas.ts";
import { explainEdgeResponse } from "./edge_response.ts";
import { KEPT_LOOK_BYTES, keepBody } from "./kept_body.ts";
import { dropAccessToken, getAccessToken } from "./oauth2.ts";
import {
  type CookieJar,
  decodeBody,
  discardBody,
  findUrlAuthorization,
  formatBasic,
  type HttpRequest,
  type HttpResponse,
  makeCookieJar,
  readBody,
  send,
} from "./request.ts";
import type { Verdict } from "./verdict.ts";

interface CheckedRequest {
  finding: Finding;
  response: Response;
  text: string | null;
  json: Json | null;
}

interface RequestOptions {
  jar?: CookieJar;
  needsText?: boolean;
  needsJson?: boolean;
}

/** The caller discards the response's body. */
export async function checkRequest(
  probe: Probe<RequestConfig>,
  { jar, ...needs }: RequestOptions = {},
): Promise<CheckedRequest> {
  const { reply, responseMs } = await sendSigned(probe, jar);
  const { response } = reply;
  const { verdicts, read, text, json } = await judgeResponse(probe, reply, { responseMs, ...needs });
  for (const { message: detail, ...step } of verdicts) probe.steps.add({ ...step, detail });
  const failed = verdicts.filter(({ status }) => status !== "up");
  const status: CheckStatus = failed.some((verdict) => verdict.status === "down")
    ? "down"
    : (failed[0]?.status ?? "up");
  const message = failed.map((verdict) => verdict.message).join(" ");
  const { invert } = probe.config;
  const isKept = probe.config.keepBody && (invert ? status !== "down" : status !== "up");
  const body = isKept ? await keepBody(probe, { response, read }) : null;
  const finding: Finding = {
    status,
    responseMs,
    message: message || `Responded with ${response.status} in ${responseMs} ms.`,
    ...(body && { body }),
  };
  return { finding, response, text, json };
}

interface TimedResponse {
  reply: HttpResponse;
  /** From the request to the end of the response head, including redirects but not the sign-in. */
  responseMs: number;
}

async function sendSigned(
  probe: Probe<RequestConfig>,
  jar = makeCookieJar(probe.now),
): Promise<TimedResponse> {
  const { auth } = probe.config;
  if (auth.type !== "oauth2")
    return await sendTimed(probe, { jar, authorization: await findAuthorization(probe) });
  const token = await getAccessToken(probe, auth.oauth2);
  const timed = await sendTimed(probe, { jar, authorization: `Bearer ${token.value}` });
  if (timed.reply.response.status !== 401 || !token.isKept) return timed;
  // The cached token may have been revoked, so retry with a fresh one.
  discardBody(timed.reply.response);
  await dropAccessToken(auth.oauth2);
  const fresh = await getAccessToken(probe, auth.oauth2);
  return await sendTimed(probe, { jar, authorization: `Bearer ${fresh.value}` });
}

async function findAuthorization({ config: { auth, url } }: Probe<RequestConfig>): Promise<string | null> {
  if (auth.type === "basic") return formatBasic(auth.basic.username, auth.basic.password);
  if (auth.type === "bearer") return `Bearer ${auth.bearer.token}`;
  return findUrlAuthorization(url);
}

async function sendTimed(
  probe: Probe<RequestConfig>,
  { jar, authorization }: { jar: CookieJar; authorization: string | null },
): Promise<TimedResponse> {
  const { config, now } = probe;
  const request = toRequest(config, authorization);
  const { auth, followRedirects } = config;
  if (auth.type === "cas") await signInWithCas(probe, { settings: auth.cas, service: request.url, jar });
  const startedAt = now();
  const reply = await send(probe, request, { jar, followsRedirects: followRedirects });
  return { reply, responseMs: now() - startedAt };
}

function toRequest({ url, method, headers, body }: RequestConfig, authorization: string | null): HttpRequest {
  const sent = new Headers(textHeaders(headers));
  if (!sent.has("User-Agent")) sent.set("User-Agent", "Uptide");
  if (!sent.has("Accept")) sent.set("Accept", "*/*");
  if (authorization !== null) sent.set("Authorization", authorization);
  return { url: new URL(url), method, headers: sent, body: body === "" ? null : body };
}

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

async function judgeResponse(
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
