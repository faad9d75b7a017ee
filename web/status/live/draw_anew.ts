const AGAIN_MS = 60_000;
const SIGN_IN_AGAIN_MS = 5000;

/** At most once a minute: an answer that keeps differing must not keep the page from being read. */
export function drawAnew(): void {
  // Without a memory nothing could end the circle: the visitor reloads when they like.
  if (mayDraw("uptide-page-drawn", AGAIN_MS) ?? false) location.reload();
}

/** At the page's own address stands its sign-in now, a few seconds later where an old copy is still handed out. */
export function drawSignIn(): void {
  if (mayDraw("uptide-sign-in-drawn", SIGN_IN_AGAIN_MS) ?? true) location.reload();
}

/** Null when nothing can be remembered here. */
function mayDraw(key: string, againMs: number): boolean | null {
  try {
    if (Date.now() - Number(sessionStorage.getItem(key)) < againMs) return false;
    sessionStorage.setItem(key, String(Date.now()));
    return true;
  } catch {
    return null;
  }
}
