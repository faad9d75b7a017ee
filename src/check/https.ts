import { type FilledFields, HEADERS, type VaultSpot } from "../domain/vault/spots.ts";
import { findSet, getAt } from "../lib/at_path.ts";
import type { Config, SecretPath } from "../lib/config.ts";
import { findSecretHeaders } from "../lib/secret_headers.ts";
import { type HttpsConfig, httpsConfig } from "../schema/https_config.ts";
import { WARN_DAYS } from "../schema/monitor_config.ts";
import { formatUrl } from "./address.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { findCertificate, findSecuredPlace } from "./http/certificate.ts";
import { checkRequest } from "./http/checked_request.ts";
import { discardBody, isShort } from "./http/request.ts";

const LOGIN: FilledFields = { user: "username", secret: "password" };

export const REQUEST_SPOTS: readonly VaultSpot[] = [
  { at: ["auth", "basic"], fills: LOGIN },
  { at: ["auth", "bearer"], fills: { secret: "token" } },
  { at: ["auth", "oauth2"], fills: { user: "clientId", secret: "clientSecret" } },
  { at: ["auth", "cas"], fills: LOGIN },
  HEADERS,
];

export const https = checkType({
  type: "https",
  label: "HTTP(S)",
  pageLabel: "HTTPS",
  plainPageLabel: "HTTP",
  hasResponseTime: true,
  config: httpsConfig,
  findSecrets: findRequestSecrets,
  vaultSpots: REQUEST_SPOTS,
  addressOf: ({ url }) => formatUrl(url),
  destinationOf: requestDestination,
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

export function requestDestination(config: Config): string {
  const tokenUrl = getAt(config, ["auth", "oauth2", "tokenUrl"]);
  return JSON.stringify([config["url"], tokenUrl, getAt(config, ["auth", "cas", "casServerUrl"])]);
}

export function findRequestSecrets(config: Config): SecretPath[] {
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
  const { finding, response } = await checkRequest(probe);
  if (!(probe.hasOwnInvocation && isShort(response))) discardBody(response);
  const { url, certExpiry } = probe.config;
  const { enabled, warnDays } = certExpiry;
  const certificate = enabled ? await findCertificate(probe, { url, warnDays }) : null;
  return { ...finding, ...(certificate && { certificate }) };
}
