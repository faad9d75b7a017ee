export function parseIp(text: string): string | null {
  const bare = text.replace(/^\[(.*)\]$/, "$1");
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(bare))
    return bare.split(".").every((n) => Number(n) < 256) ? bare : null;
  if (!bare.includes(":")) return null;
  return URL.parse(`http://[${bare}]/`)?.hostname.slice(1, -1) ?? null;
}

export function parseName(text: string): string | null {
  if (/[/\\?#@:[\]\s]/.test(text)) return null;
  const name = URL.parse(`http://${text}/`)?.hostname.replace(/\.$/, "");
  return name && name.length <= 253 && name.split(".").every(isLabel) && parseIp(name) === null ? name : null;
}

function isLabel(label: string): boolean {
  return label.length > 0 && label.length <= 63;
}

/** As in RFC 9525: `*` is the whole left-most label. */
export function isNameFor(host: string, certificateName: string): boolean {
  const ip = parseIp(host);
  if (ip !== null) return parseIp(certificateName) === ip;
  const name = parseName(host);
  if (name === null) return false;
  const pattern = certificateName.toLowerCase().replace(/\.$/, "");
  if (!pattern.startsWith("*.")) return pattern === name;
  const base = pattern.slice(2);
  return base.includes(".") && name.slice(name.indexOf(".") + 1) === base;
}

type Groups = readonly number[];

export interface IpRange {
  groups: Groups;
  bits: number;
}

export function parseIpRange(text: string): IpRange | null {
  const [address = "", length, ...rest] = text.split("/");
  const groups = groupsOf(address);
  if (!groups || rest.length > 0) return null;
  const most = groups.length === 4 ? 32 : 128;
  if (length === undefined) return { groups, bits: most };
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : most + 1;
  return bits <= most ? { groups, bits } : null;
}

export function isIp(text: string): boolean {
  return groupsOf(text) !== null;
}

export function isIpIn(ip: string, ranges: readonly IpRange[]): boolean {
  const groups = groupsOf(ip);
  return groups !== null && ranges.some((range) => holds(range, groups));
}

function holds({ groups, bits }: IpRange, ip: Groups): boolean {
  if (groups.length !== ip.length) return false;
  const width = groups.length === 4 ? 8 : 16;
  return groups.every((group, at) => {
    const own = Math.min(width, Math.max(0, bits - at * width));
    return group >> (width - own) === (ip[at] ?? -1) >> (width - own);
  });
}

function groupsOf(text: string): Groups | null {
  if (!text.includes(":")) return parseIpv4(text);
  const [head = "", tail, ...rest] = text.split("::");
  if (rest.length > 0) return null;
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const gap = 8 - front.length - back.length;
  if (tail === undefined ? gap !== 0 : gap < 1) return null;
  const groups = [...front, ...Array<string>(gap).fill("0"), ...back];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  return groups.map((group) => Number.parseInt(group, 16));
}

function parseIpv4(text: string): Groups | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
  return parts?.every((part) => part <= 255) ? parts : null;
}

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
