import type { Config } from "../../lib/config.ts";
import { WARN_DAYS } from "../../schema/monitor_config.ts";
import { formatUrl } from "../address.ts";
import { type CertificateResponse, readCertificate } from "../certificate_reading.ts";
import type { CheckType, Probe } from "../check_type.ts";
import { addressOfUrl } from "../diagnose.ts";
import type { ReadCertificate } from "../read_certificate.ts";

const SECURED: readonly string[] = ["https:", "wss:"];

export function urlPlace(
  field: string,
): Required<Pick<CheckType, "addressOf" | "certificateOf" | "destinationOf">> {
  return {
    addressOf: (config) => formatUrl(config[field]),
    /** The CA certificate counts too: with another one, an attacker could intercept the masked secrets. */
    destinationOf: (config) => {
      const { [field]: url, tls = "on", caCert } = config;
      return JSON.stringify([url, tls, tls === "ca" ? caCert : ""]);
    },
    certificateOf: (config) => {
      const place = findSecuredPlace(config[field]);
      return place && { ...place, hasWarnings: true, warnDays: WARN_DAYS };
    },
  };
}

export function findSecuredPlace(
  url: Config[string],
): { host: string; port: number; serverName: string } | null {
  const parsed = URL.parse(String(url));
  if (!parsed || !SECURED.includes(parsed.protocol)) return null;
  const { hostname: host, port } = addressOfUrl(parsed);
  return { host, port, serverName: host };
}

const CERTIFICATE_MS = 5000;

/** Failing to read the certificate doesn't fail the check, because fetch has verified it. */
export async function findCertificate(
  probe: Probe,
  { url, warnDays }: { url: string; warnDays: number },
): Promise<ReadCertificate | null> {
  const { steps, signal, shouldReadCertificate } = probe;
  const place = shouldReadCertificate ? findSecuredPlace(url) : null;
  if (!place) return null;
  const { host: hostname, port, serverName } = place;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CERTIFICATE_MS)]);
  const target = { hostname, port, serverName, warnDays, signal: limit };
  const step = { label: "Certificate", status: "up" } as const;
  try {
    const { certificate, judgement }: CertificateResponse = await readCertificate(probe, target);
    steps.add({ ...step, detail: judgement.message });
    return certificate;
  } catch {
    steps.add({ ...step, detail: "The certificate couldn't be read this time." });
    return null;
  }
}
