import { isLoopbackHost } from "./loopback.ts";

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/**
 * Protects against DNS rebinding: another name that points here would let its pages use this machine's access
 * in a visitor's browser.
 */
export function isOwnHost(hostname: string, publicUrl: string | null): boolean {
  const name = hostname.toLowerCase();
  if (isLoopbackHost(name) || name.endsWith(".localhost") || IPV4.test(name) || name.startsWith("["))
    return true;
  return publicUrl !== null && new URL(publicUrl).hostname === name;
}
