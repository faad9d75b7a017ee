import { fromBase64, isSameBytes } from "../../lib/bytes.ts";
import { parseIp, parseName } from "../../lib/wire/host_name.ts";
import { WireError } from "../../lib/wire/wire_error.ts";
import { formatDay, judgeCertificate, parseCertificate } from "./certificate.ts";
import { mayIssueFor } from "./name_constraints.ts";
import { PUBLIC_ROOTS } from "./public_roots.ts";
import type { Chain } from "./tls_chain.ts";
import { isSignedWith } from "./tls_signature.ts";
import { parseX509, type X509 } from "./x509.ts";

export type Trust =
  | { kind: "none" }
  | { kind: "authorities"; authorities: readonly Uint8Array[] }
  | { kind: "public" };

export interface TrustOptions {
  trust: Trust;
  serverName: string;
  now: number;
}

export class UntrustedError extends WireError {
  readonly chain: Chain;

  constructor(message: string, chain: Chain) {
    super("untrusted", message);
    this.chain = chain;
  }
}

const MAX_CERTIFICATES = 10;
/** Cross-signing can make the number of paths explode. */
const MAX_STEPS = 30;

const DIGITAL_SIGNATURE = 0;
const KEY_CERT_SIGN = 5;
const SERVER_AUTH = "2b06010505070301";
const ANY_PURPOSE = "551d2500";

export async function checkTrust(chain: Chain, options: TrustOptions): Promise<void> {
  const { trust, serverName, now } = options;
  if (trust.kind === "none") return;
  const refuse = (why: string) => new UntrustedError(why, chain);
  if (chain.length > MAX_CERTIFICATES) {
    throw refuse(`The server sent ${chain.length} certificates, but at most ${MAX_CERTIFICATES} are read.`);
  }
  const [leaf, ...others] = chain.map(readOrRefuse) as [X509, ...X509[]];
  const anchors = findAnchors(trust);
  if (anchors.some(({ der }) => der && isSameBytes(der, leaf.der))) {
    const why = describeDates(leaf, { now, whose: "The certificate" });
    if (why) throw refuse(why);
    return;
  }
  const { status, message } = judgeCertificate(chain, { host: serverName, now, warnDays: 0 });
  if (status === "down") throw refuse(message);
  const host = parseIp(serverName) ?? parseName(serverName) ?? serverName;
  const names = [...parseCertificate(leaf.der).names, host];
  const why = describeMisuse(leaf) ?? (await findFlaw({ leaf, others, anchors, names, now }));
  if (why) throw refuse(why);

  function readOrRefuse(der: Uint8Array): X509 {
    try {
      return parseX509(der);
    } catch {
      throw refuse("The server sent a certificate that can't be read.");
    }
  }
}

type Anchor = Pick<X509, "subject" | "spki" | "validFrom" | "validTo"> & Partial<X509>;

function findAnchors(trust: Trust): Anchor[] {
  if (trust.kind === "public") return PUBLIC_ROOTS.map(parseRoot);
  const authorities = trust.kind === "none" ? [] : trust.authorities;
  return authorities.map((der) => {
    try {
      return parseX509(der);
    } catch (cause) {
      throw new WireError("unsupported", "The authority's certificate can't be read.", { cause });
    }
  });
}

function parseRoot(text: string): Anchor {
  const [subject = "", spki = "", lastDay = ""] = text.split(" ");
  // The casts are safe: a script writes the file.
  const bytes = [subject, spki].map((field) => fromBase64(field)!) as [Uint8Array, Uint8Array];
  return { subject: bytes[0], spki: bytes[1], validFrom: 0, validTo: Date.parse(lastDay) };
}

function describeDates(
  { validFrom, validTo }: Anchor,
  { now, whose }: { now: number; whose: string },
): string | null {
  if (now > validTo) return `${whose} expired on ${formatDay(validTo)}.`;
  return now < validFrom ? `${whose} is not valid before ${formatDay(validFrom)}.` : null;
}

function describeMisuse({ keyUsage, purposes, unknown }: X509): string | null {
  if (keyUsage !== null && keyUsage[DIGITAL_SIGNATURE] !== "1") {
    return "The certificate may not be used to sign a handshake (its key usage lacks digitalSignature).";
  }
  if (purposes && !isForServers(purposes)) {
    return "The certificate is not for servers (its extended key usage lacks serverAuth).";
  }
  return unknown.length > 0 ? "The certificate has an unknown critical extension." : null;
}

const isForServers = (purposes: readonly string[]) =>
  purposes.includes(SERVER_AUTH) || purposes.includes(ANY_PURPOSE);

interface Search {
  leaf: X509;
  others: readonly X509[];
  anchors: readonly Anchor[];
  names: readonly string[];
  now: number;
}

/** Null if signatures lead from the leaf to an anchor; otherwise the flaw of the path that got furthest. */
async function findFlaw({ leaf, others, anchors, names, now }: Search): Promise<string | null> {
  let steps = 0;
  let flaw: string | null = null;

  async function climb(path: readonly X509[]): Promise<boolean> {
    const top = path.at(-1)!;
    for (const anchor of anchors) {
      if (isIssuer(anchor, top) && (await hasIssued(anchor, path))) return true;
    }
    for (const next of others) {
      if (path.includes(next) || !isIssuer(next, top) || !(await hasIssued(next, path))) continue;
      if (await climb([...path, next])) return true;
    }
    return false;
  }

  async function hasIssued(issuer: Anchor, path: readonly X509[]): Promise<boolean> {
    if (++steps > MAX_STEPS) return false;
    const why = await describeWrongIssuer(issuer, { path, now, names });
    flaw ??= why;
    return why === null;
  }

  return (await climb([leaf])) ? null : (flaw ?? describeUnknownIssuer(leaf, others));
}

function isIssuer({ subject }: Anchor, { issuer }: X509): boolean {
  return isSameBytes(subject, issuer);
}

async function describeWrongIssuer(
  issuer: Anchor,
  { path, now, names }: Pick<Search, "now" | "names"> & { path: readonly X509[] },
): Promise<string | null> {
  const issued = path.at(-1)!;
  const name = parseCertificate(issued.der).issuer;
  const whose = `The certificate of its issuer (${name})`;
  if (!issued.proof) {
    return "The certificate isn't trusted: it or its issuer uses a weak or unknown signature.";
  }
  if (!(await isSignedWith(issuer.spki, issued.proof))) {
    return `The certificate isn't trusted: the key of ${name} didn't sign it. Another authority may have the same name.`;
  }
  const dates = describeDates(issuer, { now, whose });
  if (dates || !isWhole(issuer)) return dates;
  if (issuer.authority === null || (issuer.keyUsage !== null && issuer.keyUsage[KEY_CERT_SIGN] !== "1")) {
    return `${whose} doesn't belong to an authority and can't issue others.`;
  }
  const below = path.slice(1).filter((one) => !isSameBytes(one.subject, one.issuer)).length;
  if (below > issuer.authority.maxBelow) return `${whose} exceeds its path length in the chain.`;
  if (issuer.purposes && !isForServers(issuer.purposes)) return `${whose} is not for servers.`;
  if (issuer.unknown.length > 0) return `${whose} has an unknown critical extension.`;
  const isAllowed = !issuer.nameConstraints || mayIssueFor(issuer.nameConstraints, names);
  return isAllowed ? null : `${whose} may not issue for all names in the certificate.`;
}

const isWhole = (anchor: Anchor): anchor is X509 => anchor.der !== undefined;

function describeUnknownIssuer(leaf: X509, others: readonly X509[]): string {
  const { isSelfSigned } = parseCertificate(leaf.der);
  if (isSelfSigned) return "The certificate isn't trusted: it is self-signed and not the one you set.";
  let top = leaf;
  for (const _ of others) top = others.find((one) => isIssuer(one, top) && one !== top) ?? top;
  const name = parseCertificate(top.der).issuer;
  return `The certificate isn't trusted: its issuer is unknown (${name}). Add that authority's certificate, or configure the server to send its intermediate certificates.`;
}
