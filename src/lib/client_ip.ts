import { isSameText } from "./bytes.ts";
import { type IpRange, isIp, isIpIn } from "./ip_range.ts";

/** `npm start` listens there alone, so whoever connects comes from there: a browser of this machine, or a proxy on it. */
const LOOPBACK = "127.0.0.1";

interface Trust {
  /** Who may tell whom a request comes from; null on the platform, which always tells it. */
  trustedProxies: readonly IpRange[] | null;
  /** Where `npm start` listens for others too: the word by which its own front is known, that saw who connected. */
  peerMark: string | null;
}

export function clientIpOf(headers: Headers, { trustedProxies, peerMark }: Trust): string {
  const told = headers.get("CF-Connecting-IP");
  if (!trustedProxies) return told ?? LOOPBACK;
  const peer = peerOf(headers, peerMark);
  if (!isIpIn(peer, trustedProxies)) return peer;
  const forwarded = headers.get("X-Forwarded-For");
  if (forwarded === null) return told !== null && isIp(told) ? told : peer;
  return lastForeign(forwarded, peer, trustedProxies);
}

function peerOf(headers: Headers, mark: string | null): string {
  const [word = "", ip = ""] = (headers.get("Uptide-Peer") ?? "").split(" ");
  return mark !== null && isSameText(word, mark) && isIp(ip) ? ip : LOOPBACK;
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
