import { z } from "zod";
import { trimmedText } from "../schema/limits.ts";
import { webUrl } from "../schema/monitor_config.ts";
import { caCert, checkAuthority, TLS_LABELS, type TLS_MODES } from "../schema/wire_config.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { addressOfUrl } from "./diagnose.ts";
import { formatHealthRequest } from "./grpc/health.ts";
import { checkServing } from "./grpc/verdict.ts";
import { urlPlace } from "./http/certificate.ts";
import { callHttp2, openHttp2 } from "./http2/call.ts";
import { talk, type Wire } from "./wire/wire.ts";

const METHOD = "/grpc.health.v1.Health/Check";

const config = z
  .object({
    url: webUrl
      .refine(
        isBare,
        "Use an http or https address with only a host and port, such as https://api.example.com:443.",
      )
      .meta({
        title: "URL",
        description: "https uses TLS, http doesn't.",
        format: "uri",
        examples: ["https://api.example.com:443"],
      }),
    service: trimmedText(500)
      .default("")
      .meta({
        title: "Service",
        description:
          "Checked with the standard gRPC health protocol. Up only if it is SERVING. Leave empty for the whole server.",
        examples: ["shop.v1.Orders"],
      }),
    tls: z
      .enum(
        ["on", "verify-none", "ca", "off"] satisfies (typeof TLS_MODES)[number][],
        "Use on, verify-none or ca.",
      )
      .optional()
      .meta({
        title: "TLS",
        description:
          "For https addresses. on: requires a publicly trusted certificate. ca: requires a certificate from your own CA. verify-none: encrypted but not verified, so it can be intercepted.",
        "x-labels": TLS_LABELS,
      }),
    caCert,
  })
  .superRefine(checkAuthority)
  .superRefine(({ url, tls }, context) => {
    const isSecured = isHttps(url);
    const message = isSecured
      ? "An https address uses TLS: use on, verify-none or ca, or an http address."
      : "An http address has no TLS: use https, or leave this out.";
    if (tls !== undefined && isSecured === (tls === "off"))
      context.addIssue({ code: "custom", path: ["tls"], message });
  });
type GrpcConfig = z.output<typeof config>;

function isBare(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.href === `${url.origin}/`;
}

function isHttps(address: string): boolean {
  return URL.parse(address)?.protocol === "https:";
}

export const grpc = checkType({
  type: "grpc",
  label: "gRPC",
  pageLabel: "gRPC",
  hasResponseTime: true,
  config,
  findSecrets: () => [],
  vaultSpots: [],
  ...urlPlace("url"),
  run: runGrpc,
});

async function runGrpc(probe: Probe<GrpcConfig>): Promise<Finding> {
  const { service, caCert } = probe.config;
  const url = new URL(probe.config.url);
  const tls = isHttps(url.href) ? (probe.config.tls ?? "on") : "off";
  const { hostname, port } = addressOfUrl(url);
  const startedAt = probe.now();
  return await talk(probe, { hostname, port, tls, caCert, alpn: ["h2"] }, async (wire) => {
    await wire.step("Start HTTP/2", () => openHttp2(wire));
    await wire.step("Request health", () => askHealth(probe, { wire, url, service }));
    const responseMs = probe.now() - startedAt;
    return { status: "up", responseMs, message: `Serving. Responded in ${responseMs} ms.` };
  });
}

async function askHealth(
  { timeoutMs }: Probe,
  { wire, url, service }: { wire: Wire; url: URL; service: string },
): Promise<void> {
  const response = await callHttp2(wire, {
    fields: [
      [":method", "POST"],
      [":scheme", url.protocol.slice(0, -1)],
      [":path", METHOD],
      [":authority", url.host],
      ["te", "trailers"],
      ["content-type", "application/grpc"],
      ["user-agent", "Uptide"],
      ["grpc-timeout", `${timeoutMs}m`],
    ],
    body: formatHealthRequest(service),
  });
  checkServing(response, service);
}
