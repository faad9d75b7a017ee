import { type IpRange, isIp, isIpIn, parseIpRange } from "./ip_range.ts";
import { parseIp } from "./wire/host_name.ts";

/**
 * All of IANA's special-purpose registry for IPv4, also what of it can be reached (nobody's service is there), and
 * multicast.
 */
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

/** Only here are addresses of the public net. Mapped and compatible IPv4, NAT64, ULA and link-local lie outside. */
const PUBLIC_IPV6 = "2000::/3";

/** Within it: protocol assignments with Teredo, documentation, 6to4, and the sinkhole of AS112. */
const SPECIAL_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

/** Allow and deny lists of a network limited to public addresses. */
export const PUBLIC_NETWORK = {
  allow: ["0.0.0.0/0", PUBLIC_IPV6],
  deny: [...SPECIAL_IPV4, ...SPECIAL_IPV6],
};

const PUBLIC = PUBLIC_NETWORK.allow.map(rangeOf);
const SPECIAL = PUBLIC_NETWORK.deny.map(rangeOf);

/** Names that the public DNS has nothing for, and a machine of its own (RFC 6761, 6762, 8375). */
const LOCAL_SUFFIXES = ["localhost", "local", "internal", "home.arpa"];

/** Whether an address is for everybody to reach: not private, of this machine, of this link, or reserved. */
export function isPublicIp(text: string): boolean {
  const ip = parseIp(text) ?? "";
  return isIp(ip) && isIpIn(ip, PUBLIC) && !isIpIn(ip, SPECIAL);
}

/** Of a URL's host, which has odd spellings of IPv4 straightened out already. A name may still lead anywhere. */
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
