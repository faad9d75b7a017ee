import type { PageSite } from "../domain/page/site.ts";
import { readCookie } from "../lib/session_cookie.ts";

/** Its value and how long it lasts: `src/service/page/unlock.ts`. */
export function unlockCookieOf({ id }: PageSite): string {
  return `uptide-page-${id}`;
}

export function readUnlockToken(request: Request, url: URL, page: PageSite): string | null {
  return readCookie(request, url, unlockCookieOf(page));
}
