type Groups = readonly number[];

export interface IpRange {
  groups: Groups;
  bits: number;
}

export function parseIpRange(text: string): IpRange | null {
  const [address = "", length, ...rest] = text.split("/");
  const groups = parseIp(address);
  if (!groups || rest.length > 0) return null;
  const most = groups.length === 4 ? 32 : 128;
  if (length === undefined) return { groups, bits: most };
  const bits = /^\d{1,3}$/.test(length) ? Number(length) : most + 1;
  return bits <= most ? { groups, bits } : null;
}

export function isIp(text: string): boolean {
  return parseIp(text) !== null;
}

export function isIpIn(ip: string, ranges: readonly IpRange[]): boolean {
  const groups = parseIp(ip);
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

function parseIp(text: string): Groups | null {
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
