import { type IpRange, isIp, isIpIn } from "./ip_range.ts";

/** `npm start` listens there alone, so whoever connects comes from there: a browser of this machine, or a proxy on it. */
const LOOPBACK = "127.0.0.1";

/** The platform always tells it. Locally (`trustedProxies` is not null) a header is believed from a trusted proxy only. */
export function clientIpOf(headers: Headers, trustedProxies: readonly IpRange[] | null): string {
  const told = headers.get("CF-Connecting-IP");
  if (!trustedProxies) return told ?? LOOPBACK;
  if (!isIpIn(LOOPBACK, trustedProxies)) return LOOPBACK;
  const forwarded = headers.get("X-Forwarded-For");
  if (forwarded === null) return told !== null && isIp(told) ? told : LOOPBACK;
  return lastForeign(forwarded, trustedProxies);
}

/** Each proxy adds at the end whom it was asked by: what stands further left, the client may have made up. */
function lastForeign(forwarded: string, trustedProxies: readonly IpRange[]): string {
  let found = LOOPBACK;
  for (const text of forwarded.split(",").reverse()) {
    const ip = text.trim();
    if (!isIp(ip)) return found;
    found = ip;
    if (!isIpIn(ip, trustedProxies)) return found;
  }
  return found;
}
