/**
 * Stands beside the session's own cookie, which no script may read: it says that there may be a session, and nothing
 * more. So the page, which is the same for everybody, asks who is signed in only where somebody may be.
 */
export const SIGNED_IN_COOKIE = "uptide-user";

export function mayBeSignedIn(cookies: string): boolean {
  return new RegExp(`(?:^|;\\s*)${SIGNED_IN_COOKIE}=1(?:;|$)`).test(cookies);
}
