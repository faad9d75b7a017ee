import type { CertificatePlace } from "../../src/check/check_type.ts";
import type { ReadCertificate } from "../../src/check/read_certificate.ts";
import { findCheckType } from "../../src/check/registry.ts";
import {
  type CertificateWarnings,
  decideCertificateWarning,
  isExpiryReadable,
} from "../../src/domain/monitor/certificate.ts";
import type { CertificateNotice } from "../../src/domain/monitor/watch_item.ts";
import type { WatchedMonitor } from "../../src/domain/monitor/watch_plan.ts";

export interface CertificateState extends CertificateWarnings {
  expiresAt: number | null;
  readAt: number;
  /** Absent in states stored by earlier versions. */
  place?: string;
}

type CheckedTarget = Pick<WatchedMonitor, "type" | "config">;

export function noCertificate(): CertificateState {
  return { seen: [], expiresAt: null, readAt: 0 };
}

export function findWarnedCertificate({ type, config }: CheckedTarget): CertificatePlace | null {
  const place = findCheckType(type)?.certificateOf?.(config);
  return place?.hasWarnings ? place : null;
}

/**
 * After any edit other than host, port or server name, warnings already sent stay sent, and the certificate is read
 * again soon.
 */
export function followCertificate(
  state: CertificateState,
  { before, after }: { before: CheckedTarget; after: CheckedTarget },
): CertificateState {
  const known = state.place ?? placeOf(before);
  const place = placeOf(after) ?? known;
  if (place === null) return noCertificate();
  if (place !== known) return { ...noCertificate(), place };
  return { ...state, place, readAt: 0, expiresAt: findWarnedCertificate(after) ? state.expiresAt : null };
}

interface CertificateDecision {
  certificate: CertificateState;
  notice: CertificateNotice | null;
  isNew: boolean;
}

export function decideCertificate(
  monitor: { plan: WatchedMonitor; certificate: CertificateState; sequence: number },
  { read, now, isSuppressed }: { read: ReadCertificate | undefined; now: number; isSuppressed: boolean },
): CertificateDecision | null {
  const { plan, certificate: before, sequence } = monitor;
  const warned = findWarnedCertificate(plan);
  if (!read || !isExpiryReadable(read.expiresAt) || !warned) return null;
  const { host, expiresAt } = read;
  const { state, event } = decideCertificateWarning(before, { expiresAt, warnDays: warned.warnDays, now });
  const id = `${plan.id}:${sequence + 1}`;
  return {
    certificate: { ...before, ...state, expiresAt, readAt: now },
    notice: event && { ...event, id, monitorId: plan.id, at: now, host, isSuppressed },
    isNew: event !== null || before.expiresAt !== expiresAt,
  };
}

function placeOf({ type, config }: CheckedTarget): string | null {
  const place = findCheckType(type)?.certificateOf?.(config);
  return place ? JSON.stringify([place.host, place.port, place.serverName]).toLowerCase() : null;
}
