import type { CertificatePlace } from "../src/check/check_type.ts";
import { findCheckType } from "../src/check/registry.ts";
import type { CertificateWarnings } from "../src/domain/monitor/certificate.ts";
import type { WatchedMonitor } from "../src/domain/monitor/watch_plan.ts";

export interface CertificateState extends CertificateWarnings {
  expiresAt: number | null;
  readAt: number;
  /** Whose certificate was told of; not there in what an earlier version stored. */
  place?: string;
}

type CheckedTarget = Pick<WatchedMonitor, "type" | "config">;

export function noCertificate(): CertificateState {
  return { seen: [], expiresAt: null, readAt: 0 };
}

/** Whose certificate is told of; nobody's of a type that has none, nor when that is switched off. */
export function findTold({ type, config }: CheckedTarget): CertificatePlace | null {
  const place = findCheckType(type)?.certificateOf?.(config);
  return place?.isTold ? place : null;
}

/**
 * The state after an edit of the settings. Only another host, port or server name begins anew: whatever else is changed,
 * what was told stays told, and the certificate is read again soon.
 */
export function followCertificate(
  state: CertificateState,
  { before, after }: { before: CheckedTarget; after: CheckedTarget },
): CertificateState {
  const known = state.place ?? placeOf(before);
  const place = placeOf(after) ?? known;
  if (place === null) return noCertificate();
  if (place !== known) return { ...noCertificate(), place };
  return { ...state, place, readAt: 0, expiresAt: findTold(after) ? state.expiresAt : null };
}

function placeOf({ type, config }: CheckedTarget): string | null {
  const place = findCheckType(type)?.certificateOf?.(config);
  return place ? JSON.stringify([place.host, place.port, place.serverName]).toLowerCase() : null;
}
