import { serialize } from "hono/utils/cookie";
import { cookieNameFor, SESSION_COOKIE } from "../lib/cookies.ts";
import { SIGNED_IN_COOKIE } from "../lib/signed_in_cookie.ts";
import { SESSION_MS } from "../service/access/session.ts";

export function makeCookie(url: URL, name: string, value: string, maxAgeMs: number): string {
  return serialize(cookieNameFor(url, name), value, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: url.protocol === "https:",
    maxAge: Math.floor(maxAgeMs / 1000),
  });
}

export function setSession(headers: Headers, url: URL, token: string): void {
  headers.append("Set-Cookie", makeCookie(url, SESSION_COOKIE, token, SESSION_MS));
  headers.append("Set-Cookie", hintCookie(url, "1", SESSION_MS));
}

export function endSessionCookies(headers: Headers, url: URL): void {
  headers.append("Set-Cookie", makeCookie(url, SESSION_COOKIE, "", 0));
  headers.append("Set-Cookie", hintCookie(url, "", 0));
}

function hintCookie(url: URL, value: string, maxAgeMs: number): string {
  const secure = url.protocol === "https:";
  const maxAge = Math.floor(maxAgeMs / 1000);
  return serialize(SIGNED_IN_COOKIE, value, { path: "/", sameSite: "Lax", secure, maxAge });
}
