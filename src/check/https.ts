import { type FilledFields, HEADERS } from "../domain/vault/spots.ts";
import { getAt } from "../lib/at_path.ts";
import type { Config, SecretPath } from "../lib/config.ts";
import { findSecretHeaders } from "../lib/secret_headers.ts";
import { findSet } from "../lib/secret_paths.ts";
import type { CheckStatus } from "../schema/check_status.ts";
import { type HttpsConfig, httpsConfig } from "../schema/https_config.ts";
import { WARN_DAYS } from "../schema/monitor_config.ts";
import { formatUrl } from "./address.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { discardBody } from "./http/body.ts";
import { findCertificate } from "./http/certificate.ts";
import { judgeAnswer } from "./http/judgement.ts";
import { keepBody } from "./http/kept_body.ts";
import { findSecuredPlace } from "./http/place.ts";
import { sendSigned } from "./http/signed_request.ts";

const LOGIN: FilledFields = { user: "username", secret: "password" };

export const https = checkType({
  type: "https",
  label: "HTTP(S)",
  pageLabel: "HTTPS",
  plainPageLabel: "HTTP",
  hasResponseTime: true,
  config: httpsConfig,
  findSecrets,
  vaultSpots: [
    { at: ["auth", "basic"], fills: LOGIN },
    { at: ["auth", "bearer"], fills: { secret: "token" } },
    { at: ["auth", "oauth2"], fills: { user: "clientId", secret: "clientSecret" } },
    { at: ["auth", "cas"], fills: LOGIN },
    HEADERS,
  ],
  addressOf: ({ url }) => formatUrl(url),
  destinationOf: (config) => {
    const tokenUrl = getAt(config, ["auth", "oauth2", "tokenUrl"]);
    return JSON.stringify([config["url"], tokenUrl, getAt(config, ["auth", "cas", "casServerUrl"])]);
  },
  certificateOf: (config) => {
    const place = findSecuredPlace(config["url"]);
    if (!place) return null;
    const expiry = getAt(config, ["certExpiry"]) as Partial<HttpsConfig["certExpiry"]> | undefined;
    const { enabled: hasWarnings = true, warnDays = WARN_DAYS } = expiry ?? {};
    return { ...place, hasWarnings, warnDays };
  },
  isInverted: ({ invert }) => invert === true,
  run: runHttps,
});

function findSecrets(config: Config): SecretPath[] {
  return [
    ...findSecretHeaders(config),
    ...findSet(config, [
      ["auth", "basic", "password"],
      ["auth", "bearer", "token"],
      ["auth", "oauth2", "clientSecret"],
      ["auth", "cas", "password"],
    ]),
  ];
}

async function runHttps(probe: Probe<HttpsConfig>): Promise<Finding> {
  const { answer, responseMs } = await sendSigned(probe);
  const { verdicts, read } = await judgeAnswer(probe, answer, responseMs);
  for (const { message: detail, ...step } of verdicts) probe.steps.add({ ...step, detail });
  const failed = verdicts.filter(({ status }) => status !== "up");
  const status: CheckStatus = failed.some((verdict) => verdict.status === "down")
    ? "down"
    : (failed[0]?.status ?? "up");
  const message = failed.map((verdict) => verdict.message).join(" ");
  const { url, certExpiry, invert } = probe.config;
  const isKept = probe.config.keepBody && (invert ? status !== "down" : status !== "up");
  const body = isKept ? await keepBody(probe, { response: answer.response, read }) : null;
  discardBody(answer.response);
  const { enabled, warnDays } = certExpiry;
  const certificate = enabled ? await findCertificate(probe, { url, warnDays }) : null;
  return {
    status,
    responseMs,
    message: message || `Answered ${answer.response.status} in ${responseMs} ms.`,
    ...(certificate && { certificate }),
    ...(body && { body }),
  };
}
