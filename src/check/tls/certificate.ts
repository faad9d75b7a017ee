import { X509Certificate } from "node:crypto";
import { plural } from "../../lib/plural.ts";
import { DAY_MS } from "../../lib/units.ts";
import { isNameFor, parseIp } from "../../lib/wire/host_name.ts";
import { WireError } from "../../lib/wire/wire_error.ts";

interface Certificate {
  subject: string;
  issuer: string;
  validFrom: number;
  validTo: number;
  names: string[];
  isSelfSigned: boolean;
  fingerprint: string;
}

export function parseCertificate(der: Uint8Array): Certificate {
  try {
    const parsed = new X509Certificate(der);
    const validFrom = Date.parse(parsed.validFrom);
    const validTo = Date.parse(parsed.validTo);
    if (Number.isNaN(validFrom) || Number.isNaN(validTo)) throw new Error("A date can't be read.");
    return {
      subject: formatDistinguishedName(parsed.subject),
      issuer: formatDistinguishedName(parsed.issuer),
      validFrom,
      validTo,
      names: parseNames(parsed.subjectAltName),
      isSelfSigned: isSelfSigned(parsed),
      fingerprint: parsed.fingerprint256.replaceAll(":", "").toLowerCase(),
    };
  } catch (cause) {
    throw new WireError("malformed", "The server's certificate can't be read.", { cause });
  }
}

export interface CertificateJudgement {
  status: "up" | "degraded" | "down";
  message: string;
  expiresAt: number;
  daysLeft: number;
}

interface JudgeOptions {
  host: string;
  now: number;
  warnDays: number;
}

/**
 * Judges only the leaf: servers often send expired cross-signed roots that clients ignore. Trust is checked
 * in `tls_trust.ts` or by fetch.
 */
export function judgeCertificate(chain: readonly Uint8Array[], options: JudgeOptions): CertificateJudgement {
  const [own] = chain;
  if (!own) throw new WireError("malformed", "The server sent no certificate.");
  const certificate = parseCertificate(own);
  const { validTo } = certificate;
  return {
    ...decideStatus(certificate, options),
    expiresAt: validTo,
    daysLeft: getDaysLeft(validTo, options.now),
  };
}

type Verdict = Pick<CertificateJudgement, "status" | "message">;

function decideStatus(certificate: Certificate, { host, now, warnDays }: JudgeOptions): Verdict {
  const { validFrom, validTo, names } = certificate;
  if (now > validTo) return { status: "down", message: `The certificate expired on ${formatDay(validTo)}.` };
  if (now < validFrom) {
    return { status: "down", message: `The certificate is not valid before ${formatDay(validFrom)}.` };
  }
  if (!names.some((name) => isNameFor(host, name))) {
    return { status: "down", message: `The certificate is not for ${host}: ${formatNames(names)}.` };
  }
  const daysLeft = getDaysLeft(validTo, now);
  const selfSigned = certificate.isSelfSigned ? " It is self-signed." : "";
  const until = `${formatDaysLeft(daysLeft)}, on ${formatDay(validTo)}.${selfSigned}`;
  return {
    status: daysLeft <= warnDays ? "degraded" : "up",
    message: `The certificate expires ${until}`,
  };
}

function getDaysLeft(validTo: number, now: number): number {
  return Math.floor((validTo - now) / DAY_MS);
}

function formatDaysLeft(days: number): string {
  return days === 0 ? "within a day" : `in ${plural(days, "day")}`;
}

export function formatDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function formatNames(names: readonly string[]): string {
  if (names.length === 0) return "it names no host";
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  return `it is for ${names.slice(0, 3).join(", ")}${more}`;
}

function formatDistinguishedName(lines: string): string {
  return lines.replaceAll("\n", ", ");
}

/** Entries look like `DNS:a.test` or `DNS:"b, c"`: names with a comma or other special characters are JSON strings. */
function parseNames(text: string | undefined): string[] {
  const names: string[] = [];
  for (const [, kind, value = ""] of (text ?? "").matchAll(/([^:,]+):("(?:[^"\\]|\\.)*"|[^,]*)(?:, |$)/g)) {
    if (kind === "IP Address") names.push(parseIp(value) ?? value);
    if (kind === "DNS" && !value.startsWith('"') && parseIp(value) === null) names.push(value.toLowerCase());
  }
  return names;
}

function isSelfSigned(certificate: X509Certificate): boolean {
  try {
    return certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey);
  } catch {
    return false;
  }
}
