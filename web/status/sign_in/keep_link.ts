/** As `subscribe/link.ts` calls it. A file of both pages would be one more for every visitor to fetch. */
const KEPT = "subscription";

/** A mail's link, for the way to a provider and back, where a fragment gets lost. It stays in this tab and is sent to nobody. */
export function keepLink(): void {
  if (!location.hash.startsWith("#subscription=")) return;
  try {
    sessionStorage.setItem(KEPT, location.hash);
  } catch {
    // Some browsers are told to let pages store nothing.
  }
}
