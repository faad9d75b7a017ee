import { type FilledFields, HEADERS } from "../domain/vault/spots.ts";
import { getAt } from "../lib/at_path.ts";
import { findSecretHeaders } from "../lib/secret_headers.ts";
import type { CheckStatus } from "../schema/check_status.ts";
import { type HttpsConfig, httpsConfig } from "../schema/https_config.ts";
import { WARN_DAYS } from "../schema/monitor_config.ts";
import { formatUrl } from "./address.ts";
import { type CertificateAnswer, readCertificate } from "./certificate_reading.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { addressOfUrl } from "./diagnose.ts";
import { discardBody } from "./http/body.ts";
import { judgeAnswer } from "./http/judgement.ts";
import { sendSigned } from "./http/signed_request.ts";
import type { ReadCertificate } from "./read_certificate.ts";
import { findSet } from "./secret_paths.ts";

/** A certificate is read after the check proper and may not hold it up for long. */
const CERTIFICATE_MS = 5000;
const LOGIN: FilledFields = { user: "username", secret: "password" };

export const https = checkType({
  type: "https",
  label: "HTTP(S)",
  pageLabel: "HTTPS",
  hasResponseTime: true,
  config: httpsConfig,
  findSecrets: (config) => [
    ...findSecretHeaders(config),
    ...findSet(config, [
      ["auth", "basic", "password"],
      ["auth", "bearer", "token"],
      ["auth", "oauth2", "clientSecret"],
      ["auth", "cas", "password"],
    ]),
  ],
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
    const url = URL.parse(String(config["url"]));
    if (url?.protocol !== "https:") return null;
    const { hostname: host, port } = addressOfUrl(url);
    const expiry = getAt(config, ["certExpiry"]) as Partial<HttpsConfig["certExpiry"]> | undefined;
    const { enabled: isTold = true, warnDays = WARN_DAYS } = expiry ?? {};
    return { host, port, serverName: host, isTold, warnDays };
  },
  run: runHttps,
});

async function runHttps(probe: Probe<HttpsConfig>): Promise<Finding> {
  const { answer, responseMs } = await sendSigned(probe);
  const verdicts = await judgeAnswer(probe, answer, responseMs);
  discardBody(answer.response);
  for (const { message: detail, ...step } of verdicts) probe.steps.add({ ...step, detail });
  const failed = verdicts.filter(({ status }) => status !== "up");
  const status: CheckStatus = failed.some((verdict) => verdict.status === "down")
    ? "down"
    : (failed[0]?.status ?? "up");
  const message = failed.map((verdict) => verdict.message).join(" ");
  const certificate = await findCertificate(probe);
  return {
    status,
    responseMs,
    message: message || `Answered ${answer.response.status} in ${responseMs} ms.`,
    ...(certificate && { certificate }),
  };
}

/** The certificate of the configured address. That it can't be read fails no check: fetch has verified it. */
async function findCertificate(probe: Probe<HttpsConfig>): Promise<ReadCertificate | null> {
  const { config, steps, signal, shouldReadCertificate } = probe;
  const { enabled, warnDays } = config.certExpiry;
  const url = new URL(config.url);
  if (!enabled || !shouldReadCertificate || url.protocol !== "https:") return null;
  const { hostname, port } = addressOfUrl(url);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CERTIFICATE_MS)]);
  const target = { hostname, port, serverName: hostname, warnDays, signal: limit };
  const step = { label: "Certificate", status: "up" } as const;
  try {
    const { certificate, judgement }: CertificateAnswer = await readCertificate(probe, target);
    steps.add({ ...step, detail: judgement.message });
    return certificate;
  } catch {
    steps.add({ ...step, detail: "The certificate could not be read this time." });
    return null;
  }
}
