import { parse, serialize } from "hono/utils/cookie";
import { SESSION_MS } from "../service/session.ts";

/** `__Host-` ties the cookie to this host over https; browsers refuse the prefix on plain http. */
function nameFor(url: URL, name: string): string {
  return url.protocol === "https:" ? `__Host-${name}` : name;
}

export function readCookie(request: Request, url: URL, name: string): string | null {
  const header = request.headers.get("Cookie");
  if (!header) return null;
  const full = nameFor(url, name);
  return parse(header, full)[full] ?? null;
}

export function makeCookie(url: URL, name: string, value: string, maxAgeMs: number): string {
  return serialize(nameFor(url, name), value, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: url.protocol === "https:",
    maxAge: Math.floor(maxAgeMs / 1000),
  });
}

export const SESSION_COOKIE = "uptide";

export function sessionCookie(url: URL, token: string): string {
  return makeCookie(url, SESSION_COOKIE, token, SESSION_MS);
}

export function endedSessionCookie(url: URL): string {
  return makeCookie(url, SESSION_COOKIE, "", 0);
}
