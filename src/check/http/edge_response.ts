import type { FaultKind } from "../../lib/wire/thrown.ts";

interface EdgeFault {
  kind: FaultKind;
  message: string;
}

/** Cloudflare's edge sends these statuses instead of the server, as seen by fetch in production. */
const STATUSES: Readonly<Record<number, EdgeFault>> = {
  520: { kind: "protocol", message: "The server sent no HTTP response." },
  521: { kind: "refused", message: "The server refused the connection." },
  522: { kind: "timeout", message: "The connection to the server timed out." },
  523: { kind: "unreachable", message: "There is no route to the server: check its DNS records." },
  524: { kind: "timeout", message: "The server accepted the request but didn't respond in time." },
  525: { kind: "tls", message: "The TLS handshake with the server failed." },
  526: {
    kind: "certificate",
    message: "The server's certificate is not valid: expired, for another name, or not trusted.",
  },
  530: { kind: "unreachable", message: "Cloudflare could not reach the server." },
};

const CODES: Readonly<Record<number, EdgeFault>> = {
  1000: { kind: "not_allowed", message: "The name's DNS records point to an address that is not allowed." },
  1001: { kind: "name", message: "The name can't be found: check its spelling and its DNS records." },
  1002: { kind: "not_allowed", message: "The name's DNS records point to an address that is not allowed." },
  1003: {
    kind: "not_allowed",
    message: "The platform doesn't allow requests to bare IP addresses here: use a hostname.",
  },
  1014: { kind: "not_allowed", message: "The name is an alias for a name of another Cloudflare account." },
  1016: { kind: "name", message: "The name can't be found: check its spelling and its DNS records." },
  1018: { kind: "name", message: "Cloudflare does not know this host: check its DNS records." },
  1023: { kind: "name", message: "Cloudflare does not know this host: check its DNS records." },
  1033: { kind: "unreachable", message: "The Cloudflare Tunnel to the server is not connected." },
  1034: { kind: "not_allowed", message: "The name's DNS records point to an address that is not allowed." },
  1042: {
    kind: "not_allowed",
    message: "The address leads to another Worker of this account, which the platform forbids.",
  },
};

export function explainEdgeResponse(status: number, body: string): EdgeFault | null {
  const code = Number(/^\s*error code: (\d{3,4})\s*$/.exec(body)?.[1] ?? 0);
  const byCode = CODES[code];
  if (byCode && status >= 400)
    return { ...byCode, message: `${byCode.message} (Cloudflare's error ${code})` };
  const byStatus = STATUSES[status];
  return byStatus ? { ...byStatus, message: `${byStatus.message} (Cloudflare's status ${status})` } : null;
}
