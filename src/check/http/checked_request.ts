import type { CheckStatus } from "../../schema/check_status.ts";
import type { RequestConfig } from "../../schema/https_config.ts";
import type { Finding, Probe } from "../check_type.ts";
import type { Json } from "./assertion.ts";
import { discardBody } from "./body.ts";
import type { CookieJar } from "./cookie_jar.ts";
import { judgeResponse } from "./judgement.ts";
import { keepBody } from "./kept_body.ts";
import { sendSigned } from "./signed_request.ts";

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
  discardBody(response);
  const finding: Finding = {
    status,
    responseMs,
    message: message || `Responded with ${response.status} in ${responseMs} ms.`,
    ...(body && { body }),
  };
  return { finding, response, text, json };
}
