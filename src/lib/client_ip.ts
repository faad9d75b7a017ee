/** The platform always tells it; a local run serves its own machine alone. */
const LOOPBACK = "127.0.0.1";

export function clientIpOf(headers: Headers): string {
  return headers.get("CF-Connecting-IP") ?? LOOPBACK;
}
