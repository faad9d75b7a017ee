import { DAY_MS } from "../../lib/units.ts";

const LATER_WARNINGS_DAYS = [7, 3, 1];
const EXPIRED = -1;
/** Servers behind one address may show two certificates during a renewal. */
const MAX_SEEN = 4;
const LAST_TIME = 8.64e15;

interface SeenCertificate {
  expiresAt: number;
  /** Lowest number of days already warned about; -1 after expiry, null before any warning. */
  warnedDays: number | null;
}

export interface CertificateWarnings {
  seen: readonly SeenCertificate[];
}

interface CertificateReading {
  expiresAt: number;
  now: number;
  warnDays: number;
}

export type CertificateEvent = {
  kind: "expiring" | "expired" | "renewed";
  expiresAt: number;
  daysLeft: number;
};

interface CertificateDecision {
  state: CertificateWarnings;
  event: CertificateEvent | null;
}

/** Targets can put anything into a certificate. */
export function isExpiryReadable(expiresAt: number): boolean {
  return Number.isInteger(expiresAt) && Math.abs(expiresAt) <= LAST_TIME;
}

/**
 * Warns at warnDays, 7, 3 and 1 days, on expiry, and on renewal after a warning. Missed days count as one
 * warning; repeating a reading warns of nothing.
 */
export function decideCertificateWarning(
  state: CertificateWarnings,
  reading: CertificateReading,
): CertificateDecision {
  const { expiresAt, now, warnDays } = reading;
  const daysLeft = Math.floor((expiresAt - now) / DAY_MS);
  const known = state.seen.find((certificate) => certificate.expiresAt === expiresAt);
  const others = state.seen.filter((certificate) => certificate !== known);
  const lastWarned = known?.warnedDays ?? null;
  const warnedDays = findLower(lastWarned, findReached(daysLeft, warnDays));
  const seen = [...others, { expiresAt, warnedDays }].slice(-MAX_SEEN);

  let kind: CertificateEvent["kind"] | null = null;
  if (!known && daysLeft > EXPIRED && isReplacement(expiresAt, others)) kind = "renewed";
  else if (warnedDays !== lastWarned) kind = warnedDays === EXPIRED ? "expired" : "expiring";
  return { state: { seen }, event: kind && { kind, expiresAt, daysLeft } };
}

function isReplacement(expiresAt: number, others: readonly SeenCertificate[]): boolean {
  const latest = others.toSorted((a, b) => a.expiresAt - b.expiresAt).at(-1);
  return latest !== undefined && latest.expiresAt < expiresAt && latest.warnedDays !== null;
}

function findReached(daysLeft: number, warnDays: number): number | null {
  if (daysLeft <= EXPIRED) return EXPIRED;
  const warnings = [warnDays, ...LATER_WARNINGS_DAYS.filter((days) => days < warnDays)];
  return warnings.findLast((days) => daysLeft <= days) ?? null;
}

function findLower(lastWarned: number | null, reached: number | null): number | null {
  return lastWarned === null || (reached !== null && reached < lastWarned) ? reached : lastWarned;
}
