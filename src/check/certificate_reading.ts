import { dial, hangUp, type Line, makeLine } from "../lib/wire/dial.ts";
import { readThrown } from "../lib/wire/thrown.ts";
import { WireError } from "../lib/wire/wire_error.ts";
import type { Probe } from "./check_type.ts";
import { CheckFault } from "./fault.ts";
import type { ReadCertificate } from "./read_certificate.ts";
import { type CertificateJudgement, judgeCertificate, parseCertificate } from "./tls/certificate.ts";
import type { Chain } from "./tls/tls_chain.ts";
import { readCertificateChain } from "./tls/tls_reader.ts";

const PREPARE_BYTES = 64 * 1024;

export interface CertificateTarget {
  hostname: string;
  port: number;
  serverName: string;
  warnDays: number;
  alpn?: readonly string[];
  prepareTls?: ((line: Line) => Promise<void>) | undefined;
}

export interface CertificateResponse {
  certificate: ReadCertificate;
  judgement: CertificateJudgement;
  isSelfSigned: boolean;
  protocol: string;
}

/** Uses a separate connection that carries no secret and accepts any certificate. */
export async function readCertificate(
  probe: Pick<Probe, "connect" | "now">,
  { signal, ...target }: CertificateTarget & { signal: AbortSignal },
): Promise<CertificateResponse> {
  const { hostname, port, serverName, warnDays, alpn = ["h2", "http/1.1"], prepareTls } = target;
  const socket = await dial(probe.connect, { hostname, port, tls: "off" }, { signal });
  try {
    if (prepareTls) {
      const line = makeLine(socket, { signal, maxBytes: PREPARE_BYTES });
      await prepareTls(line);
      line.release();
    }
    const { chain, protocol } = await readCertificateChain(socket, { serverName, alpn, signal });
    const judgement = judgeCertificate(chain, { host: serverName, now: probe.now(), warnDays });
    // Not empty: judging throws for an empty chain.
    const { isSelfSigned } = parseCertificate(chain[0]!);
    return { certificate: toReadCertificate(chain, serverName), judgement, isSelfSigned, protocol };
  } catch (error) {
    throw error instanceof WireError && error.fault === "broken" ? brokenFault(error) : error;
  } finally {
    hangUp(socket);
  }
}

export function toReadCertificate([own]: Chain, host: string): ReadCertificate {
  if (!own) throw new WireError("malformed", "The server sent no certificate.");
  const { subject, issuer, validFrom, validTo: expiresAt, fingerprint } = parseCertificate(own);
  return { host, subject, issuer, validFrom, expiresAt, fingerprint };
}

function brokenFault(error: WireError): CheckFault {
  const thrown = readThrown(error.cause);
  const sentence =
    "sentence" in thrown ? thrown.sentence : "The connection was lost during the TLS handshake.";
  return new CheckFault("closed", sentence, { cause: error });
}
