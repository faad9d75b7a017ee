/** Must match `subscribe/link.ts`: a shared file would be one more request for every visitor. */
const KEPT = "subscription";

/** Keeps an email link through single sign-on, where the fragment is lost. It stays in this tab. */
export function keepLink(): void {
  if (!location.hash.startsWith("#subscription=")) return;
  try {
    sessionStorage.setItem(KEPT, location.hash);
  } catch {
    // Storage is disabled.
  }
}
