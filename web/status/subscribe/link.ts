const LINK = "#subscription=";
/** Set by `sign_in/keep_link.ts`. */
const KEPT = "uptide-subscription-link";

/** The token of a mail's link that this page was opened with, or was to be opened with before somebody signed in. */
export function takeLink(): string | null {
  const kept = takeKept();
  const link = location.hash.startsWith(LINK) ? location.hash : kept;
  return link?.slice(LINK.length) ?? null;
}

function takeKept(): string | null {
  try {
    const link = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    return link;
  } catch {
    // Some browsers are told to let pages store nothing.
    return null;
  }
}
