import { z } from "zod";
import { HEADERS } from "../domain/vault/spots.ts";
import type { Config } from "../lib/config.ts";
import { findSecretHeaders } from "../lib/secret_headers.ts";
import { trimmedText } from "../schema/limits.ts";
import { isWebUrl, textHeaders, vaultHeaders, WARN_DAYS } from "../schema/monitor_config.ts";
import { notOffered } from "../schema/url_config.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { judgeContainer } from "./docker/container.ts";
import { readResponse } from "./docker/response.ts";
import { askSocket, isSocket } from "./docker/socket.ts";
import { CheckFault } from "./fault.ts";
import { findCertificate, urlPlace } from "./http/certificate.ts";
import { exchange, findUrlAuthorization, makeCookieJar } from "./http/request.ts";

/** Names or ids as Docker accepts them. Its listings put a slash in front of names. */
const CONTAINER = /^\/?[\w][\w.-]*$/;
const PROXY = "put a proxy with a token in front of the engine, and send the token in a header.";
const NO_CLIENT_CERTIFICATE = `The platform can't send a client certificate: ${PROXY}`;
const NO_TLS = "The platform verifies https certificates itself, against public authorities: leave this out.";

const config = z.object({
  endpoint: trimmedText(4000, "Enter the address of the engine's API.")
    .refine((endpoint) => isWebUrl(endpoint) || isSocket(endpoint), {
      abort: true,
      error:
        "Use an http or https address, such as https://docker.example.com:2376, or with an agent unix:///var/run/docker.sock.",
    })
    .refine(isBare, "Remove the query (?) and fragment (#) from the address.")
    .meta({
      title: "Endpoint",
      description: `The Docker API over http or https, such as https://docker.example.com:2376, or with an agent its socket, unix:///var/run/docker.sock. Engines that require a client certificate aren't supported: ${PROXY}`,
      format: "uri",
      examples: ["https://docker.example.com:2376"],
    }),
  container: trimmedText(255, "Enter a container name or ID.")
    .min(1, "Enter a container name or ID.")
    .regex(CONTAINER, "Use a container name or ID: letters, digits, dots, dashes and underscores.")
    .meta({ title: "Container", description: "Container name or ID.", examples: ["shop-db"] }),
  headers: vaultHeaders.default({}),
  tls: notOffered(NO_TLS),
  caCert: notOffered(NO_TLS),
  clientCert: notOffered(NO_CLIENT_CERTIFICATE),
  clientKey: notOffered(NO_CLIENT_CERTIFICATE),
});
type DockerConfig = z.output<typeof config>;

function isBare(address: string): boolean {
  const url = URL.parse(address);
  return url?.search === "" && url.hash === "";
}

export const docker = checkType({
  type: "docker",
  label: "Docker container",
  pageLabel: "Docker",
  hasResponseTime: true,
  config,
  findSecrets: findSecretHeaders,
  vaultSpots: [HEADERS],
  ...urlPlace("endpoint"),
  findAgentReason: ({ endpoint }: Config) =>
    isSocket(endpoint)
      ? {
          path: "endpoint",
          message:
            "Only an agent on the engine's machine reaches its socket: choose an agent and no regions.",
        }
      : null,
  run: runDocker,
});

async function runDocker(probe: Probe<DockerConfig>): Promise<Finding> {
  const { endpoint, container: given } = probe.config;
  const container = given.replace(/^\//, "");
  const startedAt = probe.now();
  const document = await readResponse(probe, { response: await ask(probe, container), container });
  const responseMs = probe.now() - startedAt;
  const judgement = judgeContainer(document);
  const certificate = await findCertificate(probe, { url: endpoint, warnDays: WARN_DAYS });
  return { ...judgement, responseMs, ...(certificate && { certificate }) };
}

async function ask(probe: Probe<DockerConfig>, container: string): Promise<Response> {
  const { endpoint, headers: given } = probe.config;
  const headers = new Headers(textHeaders(given));
  if (!headers.has("User-Agent")) headers.set("User-Agent", "Uptide");
  if (!headers.has("Accept")) headers.set("Accept", "application/json");
  const authorization = findUrlAuthorization(endpoint);
  if (authorization !== null) headers.set("Authorization", authorization);
  const url = new URL(endpoint);
  const path = `/containers/${encodeURIComponent(container)}/json`;
  if (isSocket(endpoint)) return await askSocket(probe, { endpoint, path, headers });
  url.pathname = url.pathname.replace(/\/+$/, "") + path;
  try {
    return await exchange(probe, { url, method: "GET", headers, body: null }, makeCookieJar(probe.now));
  } catch (error) {
    // An engine that requires a client certificate hangs up after the handshake, which fetch reports as invalid HTTP.
    const isCutOff = error instanceof CheckFault && (error.kind === "closed" || error.kind === "protocol");
    if (!isCutOff || url.protocol !== "https:") throw error;
    const hint = `If the engine requires a client certificate, ${PROXY}`;
    throw new CheckFault(error.kind, `${error.message} ${hint}`, { cause: error });
  }
}
