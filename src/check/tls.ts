import { z } from "zod";
import { host, port, WARN_DAYS, warnDays } from "../schema/monitor_config.ts";
import { formatHost } from "./address.ts";
import { type CertificateResponse, readCertificate } from "./certificate_reading.ts";
import { checkType, type Finding, hostDestination, type Probe } from "./check_type.ts";
import { explainConnect, placeOf } from "./diagnose.ts";
import { faultMessage } from "./fault.ts";

const config = z.object({
  host,
  port: port.default(443),
  serverName: z
    .union([z.literal(""), host])
    .optional()
    .meta({
      title: "Server name",
      description: "The name to request and to expect in the certificate. Default: the host.",
    }),
  warnDays,
});
type TlsConfig = z.output<typeof config>;

export const tls = checkType({
  type: "tls",
  label: "TLS certificate",
  pageLabel: "TLS",
  hasResponseTime: true,
  config,
  findSecrets: () => [],
  vaultSpots: [],
  addressOf: formatHost,
  destinationOf: hostDestination,
  certificateOf: ({ host: name, port, serverName, warnDays }) => {
    if (typeof name !== "string") return null;
    const asked = typeof serverName === "string" && serverName !== "" ? serverName : name;
    return {
      host: name,
      port: Number(port ?? 443),
      serverName: asked,
      hasWarnings: true,
      warnDays: typeof warnDays === "number" ? warnDays : WARN_DAYS,
    };
  },
  run: runTls,
});

async function runTls(probe: Probe<TlsConfig>): Promise<Finding> {
  const { config, now, signal, steps } = probe;
  const { host: hostname, port, warnDays } = config;
  const serverName = config.serverName || hostname;
  const address = { hostname, port, tls: "off" } as const;
  const place = placeOf(address);
  const startedAt = now();
  const { certificate, judgement } = await steps.run<CertificateResponse>(
    {
      label: `TLS handshake with ${place}`,
      late: `No certificate from ${place}`,
      detail: ({ certificate, protocol }) =>
        `${protocol}, ${certificate.subject}, from ${certificate.issuer}`,
    },
    async () => {
      try {
        // No ALPN: the server need not be a web server.
        return await readCertificate(probe, { hostname, port, serverName, warnDays, alpn: [], signal });
      } catch (error) {
        if (faultMessage(error) !== null) throw error;
        throw await explainConnect(probe, address, error);
      }
    },
  );
  const responseMs = now() - startedAt;
  const { status, message } = judgement;
  steps.add({ label: "Certificate", status, detail: message });
  return { status, responseMs, message, certificate };
}
