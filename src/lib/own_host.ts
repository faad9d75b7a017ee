import { isLoopbackHost } from "./loopback.ts";

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * Whether a request for this host is meant for a service on this machine. Any other name is one that somebody else
 * lets point here: the pages behind it could do in a visitor's browser whatever this machine may do.
 */
export function isOwnHost(hostname: string, publicUrl: string | null): boolean {
  const name = hostname.toLowerCase();
  if (isLoopbackHost(name) || name.endsWith(".localhost") || IPV4.test(name) || name.startsWith("["))
    return true;
  return publicUrl !== null && new URL(publicUrl).hostname === name;
}
