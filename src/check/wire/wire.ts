import type { Line } from "../../lib/wire/dial.ts";
import { readCertificate } from "../certificate_reading.ts";
import type { Finding, Probe } from "../check_type.ts";
import type { ReadCertificate } from "../read_certificate.ts";
import { openTarget, type WireTarget } from "./opening.ts";
import { runStep } from "./wire_step.ts";

const CERTIFICATE_MS = 5000;

export interface Wire extends Line {
  readonly isEncrypted: boolean;
  readonly openMs: number;
  step<T>(label: string, work: () => Promise<T>, detail?: (result: T) => string): Promise<T>;
}

export async function talk(
  probe: Probe,
  target: WireTarget,
  conversation: (wire: Wire) => Promise<Finding>,
): Promise<Finding> {
  const startedAt = probe.now();
  const opened = await openTarget(probe, target);
  const wire: Wire = {
    ...opened.line,
    isEncrypted: target.tls !== "off",
    openMs: probe.now() - startedAt,
    step: (label, work, detail) => runStep(probe, { label, work, detail }),
  };
  let finding: Finding;
  try {
    finding = await conversation(wire);
  } finally {
    opened.close();
  }
  const certificate = opened.certificate ?? (await findCertificate(probe, target));
  return certificate ? { ...finding, certificate } : finding;
}

/** Failing to read the certificate doesn't fail the check, because the platform has verified it. */
async function findCertificate(probe: Probe, target: WireTarget): Promise<ReadCertificate | null> {
  if (target.tls === "off" || !probe.shouldReadCertificate) return null;
  const { hostname, port, prepareTls } = target;
  const signal = AbortSignal.any([probe.signal, AbortSignal.timeout(CERTIFICATE_MS)]);
  const asked = { hostname, port, serverName: hostname, warnDays: 0, alpn: [], prepareTls, signal };
  try {
    return (await readCertificate(probe, asked)).certificate;
  } catch {
    return null;
  }
}
