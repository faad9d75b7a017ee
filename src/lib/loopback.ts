/** This very machine, where nobody listens in between. */
function isLoopback({ hostname }: URL): boolean {
  return isLoopbackHost(hostname);
}

/** As it is spelt in a URL: an IPv6 address in brackets. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** https, or plain http that stays on this machine. */
export function isProtected(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}
