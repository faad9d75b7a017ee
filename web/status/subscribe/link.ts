const LINK = "#subscription=";
/** Set by `sign_in/keep_link.ts`. */
const KEPT = "subscription";

/** The token of a mail's link that this page was opened with, or was to be opened with before somebody signed in. */
export function takeLink(): string | undefined {
  return [location.hash, takeKept()].find((link) => link?.startsWith(LINK))?.slice(LINK.length);
}

function takeKept(): string | undefined {
  try {
    const link = sessionStorage[KEPT];
    sessionStorage.removeItem(KEPT);
    return link;
  } catch {
    // Some browsers are told to let pages store nothing.
  }
}
