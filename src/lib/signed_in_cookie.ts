/**
 * A hint beside the HttpOnly session cookie that a session may exist. Lets the page, identical for everybody,
 * ask who is signed in only if somebody may be.
 */
export const SIGNED_IN_COOKIE = "uptide-user";

export function mayBeSignedIn(cookies: string): boolean {
  return new RegExp(`(?:^|;\\s*)${SIGNED_IN_COOKIE}=1(?:;|$)`).test(cookies);
}
