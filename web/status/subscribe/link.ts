const LINK = "#subscription=";
const KEPT = "subscription";

export function takeLink(): string | undefined {
  return [location.hash, takeKept()].find((link) => link?.startsWith(LINK))?.slice(LINK.length);
}

function takeKept(): string | undefined {
  try {
    const link = sessionStorage[KEPT];
    sessionStorage.removeItem(KEPT);
    return link;
  } catch {
    // Storage is disabled.
  }
}
