const RETRY_MS = 60_000;
const SIGN_IN_RETRY_MS = 5000;

/** At most once a minute, because a page that keeps differing must stay readable. */
export function reloadForRedraw(): void {
  // Without storage nothing would end the loop, so visitors reload themselves.
  if (mayDraw("uptide-page-drawn", RETRY_MS) ?? false) location.reload();
}

/** This address now serves the sign-in, but the old page may still be cached for a few seconds. */
export function reloadForSignIn(): void {
  if (mayDraw("uptide-sign-in-drawn", SIGN_IN_RETRY_MS) ?? true) location.reload();
}

function mayDraw(key: string, againMs: number): boolean | null {
  try {
    if (Date.now() - Number(sessionStorage.getItem(key)) < againMs) return false;
    sessionStorage.setItem(key, String(Date.now()));
    return true;
  } catch {
    return null;
  }
}
