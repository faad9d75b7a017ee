import { parse } from "hono/utils/cookie";

export const SESSION_COOKIE = "uptide";

/** `__Host-` ties the cookie to this host over https; browsers refuse the prefix on plain http. */
export function cookieNameFor(url: URL, name: string): string {
  return url.protocol === "https:" ? `__Host-${name}` : name;
}

export function readCookie(request: Request, url: URL, name: string): string | null {
  const header = request.headers.get("Cookie");
  if (!header) return null;
  const full = cookieNameFor(url, name);
  return parse(header, full)[full] ?? null;
}

export function readSessionToken(request: Request, url: URL): string | null {
  return readCookie(request, url, SESSION_COOKIE);
}
