import { type CertificateResponse, readCertificate } from "../certificate_reading.ts";
import type { Probe } from "../check_type.ts";
import type { ReadCertificate } from "../read_certificate.ts";
import { findSecuredPlace } from "./place.ts";

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
