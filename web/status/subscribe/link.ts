const LINK = "#subscription=";
const KEPT = "uptide-subscription-link";

/** The token of a mail's link that this page was opened with. */
export function readLink(): string | null {
  return location.hash.startsWith(LINK) ? location.hash.slice(LINK.length) : null;
}

/** For the way to a provider and back, where a fragment gets lost. It stays in this tab and is sent to nobody. */
export function keepLink(): void {
  const token = readLink();
  if (token !== null) withStorage((storage) => storage.setItem(KEPT, token));
}

/** What was kept, once. */
export function takeLink(): string | null {
  return withStorage((storage) => {
    const token = storage.getItem(KEPT);
    storage.removeItem(KEPT);
    return token;
  });
}

/** Some browsers are told to let pages store nothing. */
function withStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
