import { parse } from "hono/utils/cookie";

interface OfPage {
  id: number;
}

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

/** Its value and how long it lasts: `src/service/page/unlock.ts`. */
export function unlockCookieOf({ id }: OfPage): string {
  return `uptide-page-${id}`;
}

export function readUnlockToken(request: Request, url: URL, page: OfPage): string | null {
  return readCookie(request, url, unlockCookieOf(page));
}
