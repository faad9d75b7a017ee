import { dial, hangUp } from "../lib/wire/dial.ts";
import { readThrown } from "../lib/wire/thrown.ts";
import { WireError } from "../lib/wire/wire_error.ts";
import type { Probe } from "./check_type.ts";
import { CheckFault } from "./fault.ts";
import type { ReadCertificate } from "./read_certificate.ts";
import { type CertificateJudgement, judgeCertificate, parseCertificate } from "./tls/certificate.ts";
import { readCertificateChain } from "./tls/tls_reader.ts";

interface CertificateTarget {
  hostname: string;
  port: number;
  /** The name the certificate has to be for, which is also asked for. */
  serverName: string;
  warnDays: number;
  alpn?: readonly string[];
}

export interface CertificateAnswer {
  certificate: ReadCertificate;
  judgement: CertificateJudgement;
  isSelfSigned: boolean;
  protocol: string;
}

/** Reads it over a connection of its own that carries no secret and trusts nobody. */
export async function readCertificate(
  probe: Pick<Probe, "connect" | "now">,
  { signal, ...target }: CertificateTarget & { signal: AbortSignal },
): Promise<CertificateAnswer> {
  const { hostname, port, serverName, warnDays, alpn = ["h2", "http/1.1"] } = target;
  const socket = await dial(probe.connect, { hostname, port, tls: "off" }, { signal });
  try {
    const { chain, protocol } = await readCertificateChain(socket, { serverName, alpn, signal });
    const judgement = judgeCertificate(chain, { host: serverName, now: probe.now(), warnDays });
    // There is a first one: the judgement throws for an empty chain.
    const { subject, issuer, validFrom, isSelfSigned, fingerprint } = parseCertificate(chain[0]!);
    const { expiresAt } = judgement;
    const certificate = { host: serverName, subject, issuer, validFrom, expiresAt, fingerprint };
    return { certificate, judgement, isSelfSigned, protocol };
  } catch (error) {
    throw error instanceof WireError && error.fault === "broken" ? brokenFault(error) : error;
  } finally {
    hangUp(socket);
  }
}

function brokenFault(error: WireError): CheckFault {
  const thrown = readThrown(error.cause);
  const sentence = "sentence" in thrown ? thrown.sentence : "The connection broke in the TLS handshake.";
  return new CheckFault("closed", sentence, { cause: error });
}
