import { type IpRange, isIp, isIpIn } from "./ip_address.ts";

const LOOPBACK = "127.0.0.1";

interface Trust {
  trustedProxies: readonly IpRange[] | null;
}

export function clientIpOf({ headers, cf }: Request, { trustedProxies }: Trust): string {
  const connectingIp = headers.get("CF-Connecting-IP");
  if (!trustedProxies) return connectingIp ?? LOOPBACK;
  const peer = peerOf(cf);
  if (!isIpIn(peer, trustedProxies)) return peer;
  const forwarded = headers.get("X-Forwarded-For");
  if (forwarded === null) return connectingIp !== null && isIp(connectingIp) ? connectingIp : peer;
  return lastForeign(forwarded, peer, trustedProxies);
}

/** workerd sets the peer's address and port here; a request can't forge it. */
function peerOf(cf: Request["cf"]): string {
  const place = cf?.["clientIp"];
  const [, bracketed, bare] = /^(?:\[(.+)\]|([^:]+)):\d+$/.exec(typeof place === "string" ? place : "") ?? [];
  const ip = (bracketed ?? bare ?? "").replace(/^::ffff:(?=\d+\.)/, "");
  return isIp(ip) ? ip : LOOPBACK;
}

/** Each proxy appends its peer, so the client may have forged anything further left. */
function lastForeign(forwarded: string, peer: string, trustedProxies: readonly IpRange[]): string {
  let found = peer;
  for (const text of forwarded.split(",").reverse()) {
    const ip = text.trim();
    if (!isIp(ip)) return found;
    found = ip;
    if (!isIpIn(ip, trustedProxies)) return found;
  }
  return found;
}
