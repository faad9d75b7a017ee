import { DAY_MS } from "../../lib/units.ts";

const LATER_WARNINGS_DAYS = [7, 3, 1];
const EXPIRED = -1;
/** Servers behind one address show two certificates for a while when one is replaced; more are not told apart. */
const MAX_SEEN = 4;
/** The last one that a Date can hold. */
const LAST_TIME = 8.64e15;

interface SeenCertificate {
  expiresAt: number;
  /** The lowest number of days that was told; -1 once expiry was; null when nothing was. */
  warnedDays: number | null;
}

/** What has been told about a monitor's certificates, the one read last at the end. */
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

/** Whether it is a time at all: a target writes into its certificate what it likes. */
export function isExpiryReadable(expiresAt: number): boolean {
  return Number.isInteger(expiresAt) && Math.abs(expiresAt) <= LAST_TIME;
}

/**
 * Tells of a certificate when its days left reach warnDays, 7, 3 and 1, when it has expired, and, where it was told
 * of, when a later one takes its place. Days passed unread are told as one. The same reading again tells nothing.
 */
export function decideCertificateWarning(
  state: CertificateWarnings,
  reading: CertificateReading,
): CertificateDecision {
  const { expiresAt, now, warnDays } = reading;
  const daysLeft = Math.floor((expiresAt - now) / DAY_MS);
  const known = state.seen.find((certificate) => certificate.expiresAt === expiresAt);
  const others = state.seen.filter((certificate) => certificate !== known);
  const told = known?.warnedDays ?? null;
  const warnedDays = findLower(told, findReached(daysLeft, warnDays));
  const seen = [...others, { expiresAt, warnedDays }].slice(-MAX_SEEN);

  let kind: CertificateEvent["kind"] | null = null;
  if (!known && daysLeft > EXPIRED && isReplacement(expiresAt, others)) kind = "renewed";
  else if (warnedDays !== told) kind = warnedDays === EXPIRED ? "expired" : "expiring";
  return { state: { seen }, event: kind && { kind, expiresAt, daysLeft } };
}

/** Whether it outlives all others, and the longest-lived of them had been told of. */
function isReplacement(expiresAt: number, others: readonly SeenCertificate[]): boolean {
  const latest = others.toSorted((a, b) => a.expiresAt - b.expiresAt).at(-1);
  return latest !== undefined && latest.expiresAt < expiresAt && latest.warnedDays !== null;
}

function findReached(daysLeft: number, warnDays: number): number | null {
  if (daysLeft <= EXPIRED) return EXPIRED;
  const warnings = [warnDays, ...LATER_WARNINGS_DAYS.filter((days) => days < warnDays)];
  return warnings.findLast((days) => daysLeft <= days) ?? null;
}

function findLower(told: number | null, reached: number | null): number | null {
  return told === null || (reached !== null && reached < told) ? reached : told;
}
