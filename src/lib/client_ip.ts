import { type IpRange, isIp, isIpIn } from "./ip_range.ts";

/** Whoever is not told apart is a browser of this machine, or a proxy on it. */
const LOOPBACK = "127.0.0.1";

interface Trust {
  /** Who may tell whom a request comes from; null on the platform, which always tells it. */
  trustedProxies: readonly IpRange[] | null;
}

export function clientIpOf({ headers, cf }: Request, { trustedProxies }: Trust): string {
  const told = headers.get("CF-Connecting-IP");
  if (!trustedProxies) return told ?? LOOPBACK;
  const peer = peerOf(cf);
  if (!isIpIn(peer, trustedProxies)) return peer;
  const forwarded = headers.get("X-Forwarded-For");
  if (forwarded === null) return told !== null && isIp(told) ? told : peer;
  return lastForeign(forwarded, peer, trustedProxies);
}

/** workerd tells who has connected to its socket, with the port; nothing in a request can say that. */
function peerOf(cf: Request["cf"]): string {
  const place = cf?.["clientIp"];
  const [, bracketed, bare] = /^(?:\[(.+)\]|([^:]+)):\d+$/.exec(typeof place === "string" ? place : "") ?? [];
  const ip = (bracketed ?? bare ?? "").replace(/^::ffff:(?=\d+\.)/, "");
  return isIp(ip) ? ip : LOOPBACK;
}

/** Each proxy adds at the end whom it was asked by: what stands further left, the client may have made up. */
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
