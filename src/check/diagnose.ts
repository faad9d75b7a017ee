import { bracketed, dial, hangUp } from "../lib/wire/dial.ts";
import { parseIp } from "../lib/wire/host_name.ts";
import type { Address } from "../lib/wire/socket.ts";
import { type FaultKind, readThrown, type ThrownError } from "../lib/wire/thrown.ts";
import { WireError } from "../lib/wire/wire_error.ts";
import { abortable } from "../lib/within.ts";
import { type CertificateResponse, type CertificateTarget, readCertificate } from "./certificate_reading.ts";
import type { Probe } from "./check_type.ts";
import { CheckFault, faultMessage, OwnFault } from "./fault.ts";
import { explainEdgeResponse } from "./http/edge_response.ts";

const TIMEOUT_MS = 3000;

type DiagnosisProbe = Pick<Probe, "connect" | "fetch" | "now" | "signal">;

export async function explainFetch(
  probe: DiagnosisProbe,
  url: URL,
  error: unknown,
): Promise<CheckFault | OwnFault> {
  const thrown = readThrown(error);
  if ("sentence" in thrown) return toFault(thrown, error);
  const at = addressOfUrl(url);
  const signal = lookSignal(probe);
  const knock = await knockAt(probe, at, signal);
  if (knock === "rejected") return fault(thrown.kind === "lost" ? "refused" : "name", at, error);
  if (url.protocol === "https:") {
    const tls = await lookAtTls(probe, at, { signal, isTrusted: thrown.kind === "lost" });
    if (tls) return tls;
  }
  if (thrown.kind === "internal") {
    const what = knock === "opened" ? "The response isn't HTTP." : "The connection failed.";
    return new CheckFault("protocol", `${placeOf(at)} failed: ${what}`, { cause: error });
  }
  const message = `${placeOf(at)} closed the connection before responding.`;
  return new CheckFault("closed", message, { cause: error });
}

export async function explainConnect(
  probe: DiagnosisProbe,
  at: Address,
  error: unknown,
): Promise<CheckFault | OwnFault> {
  const thrown = readThrown(error);
  if ("sentence" in thrown) return toFault(thrown, error);
  const signal = lookSignal(probe);
  if (at.tls === "on" && (await knockAt(probe, at, signal)) === "opened") {
    const tls = await lookAtTls(probe, at, { signal, isTrusted: false });
    return tls ?? new CheckFault("tls", `The TLS handshake with ${placeOf(at)} failed.`, { cause: error });
  }
  return fault(await askFetch(probe, at, signal), at, error);
}

export function addressOfUrl(url: URL): Address {
  const port = Number(url.port) || (/^(https|wss):$/.test(url.protocol) ? 443 : 80);
  return { hostname: url.hostname, port, tls: "off" };
}

export function placeOf({ hostname, port }: Pick<Address, "hostname" | "port">): string {
  return `${bracketed(hostname)}:${port}`;
}

function lookSignal({ signal }: DiagnosisProbe): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
}

function toFault(thrown: Extract<ThrownError, { sentence: string }>, cause: unknown): CheckFault | OwnFault {
  const { kind, sentence } = thrown;
  return kind === "own" ? new OwnFault(sentence, { cause }) : new CheckFault(kind, sentence, { cause });
}

async function knockAt(
  { connect }: DiagnosisProbe,
  { hostname, port }: Address,
  signal: AbortSignal,
): Promise<"opened" | "rejected" | "silent"> {
  try {
    hangUp(await dial(connect, { hostname, port, tls: "off" }, { signal }));
    return "opened";
  } catch {
    return signal.aborted ? "silent" : "rejected";
  }
}

/** For sockets a refused connection and an unknown name look the same; fetch distinguishes them. */
async function askFetch(probe: DiagnosisProbe, at: Address, signal: AbortSignal): Promise<FaultKind> {
  const init = { method: "HEAD", redirect: "manual", cache: "no-store", signal } as const;
  try {
    const response = await abortable(probe.fetch(`http://${placeOf(at)}/`, init), signal);
    return explainEdgeResponse(response.status, await response.text())?.kind ?? "unreachable";
  } catch (error) {
    const { kind } = readThrown(error);
    if (kind === "lost") return "refused";
    return kind === "internal" || kind === "name" ? "name" : "unreachable";
  }
}

export async function explainUntrusted(
  probe: DiagnosisProbe,
  at: Address,
  prepareTls: CertificateTarget["prepareTls"],
): Promise<CheckFault | null> {
  return await lookAtTls(probe, at, { signal: lookSignal(probe), isTrusted: false, prepareTls });
}

interface TlsLook {
  signal: AbortSignal;
  isTrusted: boolean;
  prepareTls?: CertificateTarget["prepareTls"];
}

async function lookAtTls(
  probe: DiagnosisProbe,
  at: Address,
  { signal, isTrusted, prepareTls }: TlsLook,
): Promise<CheckFault | null> {
  const { hostname, port } = at;
  const target = { hostname, port, serverName: hostname, warnDays: 0, signal, prepareTls };
  let reply: CertificateResponse;
  try {
    reply = await readCertificate(probe, target);
  } catch (error) {
    const isClosed = error instanceof WireError && error.fault === "closed";
    const hungUp = `${placeOf(at)} closed the connection before TLS started: it may not use TLS on this port.`;
    const message = signal.aborted ? null : isClosed ? hungUp : faultMessage(error);
    return message ? new CheckFault("tls", message, { cause: error }) : null;
  }
  const { certificate, judgement, isSelfSigned } = reply;
  if (judgement.status === "down") return new CheckFault("certificate", judgement.message, { certificate });
  if (isTrusted || (!prepareTls && (await isVerified(probe, at, signal)))) return null;
  const why = isSelfSigned ? "it is self-signed" : `its issuer is unknown (${certificate.issuer})`;
  return new CheckFault("certificate", `The certificate of ${hostname} is not trusted: ${why}.`, {
    certificate,
  });
}

async function isVerified({ connect }: DiagnosisProbe, at: Address, signal: AbortSignal): Promise<boolean> {
  try {
    hangUp(await dial(connect, { ...at, tls: "on" }, { signal }));
    return true;
  } catch {
    return signal.aborted;
  }
}

function fault(kind: FaultKind, at: Address, cause: unknown): CheckFault {
  const place = placeOf(at);
  if (kind === "refused") return new CheckFault(kind, `${place} refused the connection.`, { cause });
  if (kind === "timeout") return new CheckFault(kind, `The connection to ${place} timed out.`, { cause });
  if (kind === "name" && parseIp(at.hostname) === null) {
    const message = `The name ${at.hostname} can't be found: check its spelling and its DNS records.`;
    return new CheckFault(kind, message, { cause });
  }
  const message = `No connection to ${place}: it was refused, or the address is unreachable.`;
  return new CheckFault("unreachable", message, { cause });
}
