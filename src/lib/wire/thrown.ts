export type FaultKind =
  | "certificate"
  | "closed"
  | "login"
  | "name"
  | "not_allowed"
  | "protocol"
  | "redirects"
  | "refused"
  | "timeout"
  | "tls"
  | "unreachable";

/**
 * The platform's errors are vague. Three texts stand for several faults each, which `diagnose.ts` separates:
 * `lost` for refused, reset and closed; `internal` for unknown names, TLS and invalid HTTP; `unconnected` for
 * anything before a socket is open.
 */
type VagueKind = "internal" | "lost" | "unconnected";

export type ThrownError =
  | { kind: VagueKind; text: string }
  | { kind: FaultKind | "own"; text: string; sentence: string };

type Row = readonly [RegExp, FaultKind | VagueKind | "own", ((match: RegExpExecArray) => string)?];

const ROWS: readonly Row[] = [
  [/Network connection lost/, "lost"],
  [/^internal error; reference = /, "internal"],
  [
    /(too many subrequests|simultaneous open connections|closed due to connection limit|CPU time limit|memory limit)/i,
    "own",
    () => "The check couldn't run: this service reached the limits of its plan.",
  ],
  [
    /\b(?:Durable Object|Worker|service) is overloaded\b|Too many requests queued|code was updated/i,
    "own",
    () => "The check couldn't run: the platform this service runs on is overloaded.",
  ],
  [
    /Connections to port 25 are prohibited/,
    "not_allowed",
    () => "The platform blocks port 25: use the submission ports 465 or 587, or an agent.",
  ],
  [/TCP Loop detected/, "not_allowed", () => "The address leads back to this service itself."],
  [
    /^Specified address|Invalid URL|Fetch API cannot load/,
    "not_allowed",
    () => "The address can't be used: check its spelling.",
  ],
  [
    /certificate is not trusted; reason = (.+)/,
    "certificate",
    ([, reason = ""]) => `The certificate isn't trusted: ${reason}.`,
  ],
  [
    /TLS handshake|OpenSSL error|SSL routines|WRONG_VERSION_NUMBER/i,
    "tls",
    () => "The TLS handshake failed: the server may not use TLS on this port, or shares no version.",
  ],
  [
    /DNS lookup failed|Name or service not known|ENOTFOUND|EAI_AGAIN/,
    "name",
    () => "The name can't be found.",
  ],
  [/Connection refused|ECONNREFUSED/, "refused", () => "The connection was refused."],
  [
    /Connection reset|ECONNRESET|EPIPE|Stream was cancelled|socket hang up/,
    "closed",
    () => "The server reset the connection.",
  ],
  [/timed out|ETIMEDOUT|aborted due to timeout/i, "timeout", () => "The connection timed out."],
  [
    /unreachable|No route|EHOSTUNREACH|ENETUNREACH/i,
    "unreachable",
    () => "There is no route to the address.",
  ],
  // Last, because the platform puts it in front of more specific texts.
  [/cannot connect to the specified address|connection attempt failed/, "unconnected"],
];

export function readThrown(error: unknown): ThrownError {
  const text = textOf(error);
  for (const [pattern, kind, describe] of ROWS) {
    const match = pattern.exec(text);
    if (!match) continue;
    if (kind === "internal" || kind === "lost" || kind === "unconnected") return { kind, text };
    return { kind, text, sentence: describe?.(match) ?? text };
  }
  return { kind: "protocol", text, sentence: `The request failed: ${text.slice(0, 200)}` };
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` ${textOf(error.cause)}` : "";
  return `${error.message}${cause}`;
}
