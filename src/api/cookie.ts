import { serialize } from "hono/utils/cookie";
import { cookieNameFor, SESSION_COOKIE } from "../lib/session_cookie.ts";
import { SESSION_MS } from "../service/session.ts";

export function makeCookie(url: URL, name: string, value: string, maxAgeMs: number): string {
  return serialize(cookieNameFor(url, name), value, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: url.protocol === "https:",
    maxAge: Math.floor(maxAgeMs / 1000),
  });
}

export function sessionCookie(url: URL, token: string): string {
  return makeCookie(url, SESSION_COOKIE, token, SESSION_MS);
}

export function endedSessionCookie(url: URL): string {
  return makeCookie(url, SESSION_COOKIE, "", 0);
}
