import { type IpRange, isIp, isIpIn, parseIpRange } from "./ip_range.ts";
import { parseIp } from "./wire/host_name.ts";

/** IANA's special-purpose IPv4 registry, including its reachable entries (no service uses them), and multicast. */
const SPECIAL_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

const PUBLIC_IPV6 = "2000::/3";

/** Exceptions within it: protocol assignments with Teredo, documentation, 6to4, and AS112. */
const SPECIAL_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

export const PUBLIC_NETWORK = {
  allow: ["0.0.0.0/0", PUBLIC_IPV6],
  deny: [...SPECIAL_IPV4, ...SPECIAL_IPV6],
};

const PUBLIC = PUBLIC_NETWORK.allow.map(rangeOf);
const SPECIAL = PUBLIC_NETWORK.deny.map(rangeOf);

/** Names that the public DNS never resolves (RFC 6761, 6762, 8375). */
const LOCAL_SUFFIXES = ["localhost", "local", "internal", "home.arpa"];

export function isPublicIp(text: string): boolean {
  const ip = parseIp(text) ?? "";
  return isIp(ip) && isIpIn(ip, PUBLIC) && !isIpIn(ip, SPECIAL);
}

/** Takes a URL's host, where odd IPv4 spellings are already normalised. A name may still resolve to anything. */
export function isPublicHost(hostname: string): boolean {
  if (parseIp(hostname) !== null) return isPublicIp(hostname);
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return name.includes(".") && !LOCAL_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`));
}

function rangeOf(text: string): IpRange {
  const range = parseIpRange(text);
  if (!range) throw new Error(`not a range: ${text}`);
  return range;
}
